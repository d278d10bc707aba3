import { messageOf } from "../../core/errors.js";
import { silentLog, type Log } from "../../core/log.js";
import { freshSeed } from "../../core/random.js";
import type { Gateway } from "../../gateway/gateway.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import { isOver, type Competition } from "../../model/competition.js";
import type { Venue, VenueReads } from "../../model/venue.js";
import { Exchange, simulatedVenue } from "../../venue/index.js";
import type { Config } from "../config/schema.js";
import { settingsOf } from "../sandbox/settings.js";
import type { World } from "./connection.js";

/** A simulated venue on the prices of a real service. */
interface Paper {
  readonly venue: Venue;
  close(): void;
}

/**
 * What `--dry-run` trades on: an account of its own, in a competition of its own that begins at once, under the service's
 * rules as far as they can be read; nothing but reads goes to the service. It ends when the service's competition ends;
 * where none is active it goes on until it is stopped, or one that has become active ends, and says so.
 * @param once whether it ends after one decision anyway
 */
export async function openPaper(
  world: World,
  config: Config,
  registry: TokenRegistry,
  log: Log,
  once: boolean,
): Promise<Paper> {
  const { clock, gateway } = world;
  const exchange = new Exchange({
    clock,
    registry,
    prices: gateway,
    seed: freshSeed(),
    defaults: await settingsFor(world, config, log),
    // Of the prices that are read for trades, those that are this fresh value the portfolio too.
    valuationMs: config.sampling.every,
    log,
  });
  const team = exchange.addTeam({ name: "Contender (dry run)" });
  const competition = exchange.createCompetition({ name: "Dry run", description: world.service, teams: [team.id] });
  await exchange.start(competition.id);
  const venue = simulatedVenue(exchange, team.id, registry);
  return {
    venue: {
      ...venue,
      status: statusBeside(gateway, venue.status, once ? silentLog : log),
      // Whether the service is ill or shuts us out is its own affair, not the simulated venue's.
      health: (options) => gateway.health(options),
      upcoming: (options) => gateway.upcoming(options),
    },
    close: () => exchange.close(),
  };
}

/** Of an embedded sandbox config knows them, also while it has not begun; of a service elsewhere what its rules say. */
async function settingsFor({ gateway }: World, { defaults, service }: Config, log: Log) {
  if (service.sandbox !== undefined) return settingsOf(service.sandbox);
  const rules = await gateway.rules().catch((error: unknown) => {
    log.info(`Dry run with the config's rules, because the service's rules cannot be read: ${messageOf(error)}`);
    return null;
  });
  return {
    allowCrossChain: rules?.crossChain ?? defaults.crossChain,
    maxTradeShare: rules?.maxTradeShare ?? defaults.maxTradeShare,
    minTradeAmount: rules?.minTradeAmount ?? defaults.minTradeAmount,
    slippage: rules?.slippage ?? defaults.slippage,
    minTradesPerDay: rules?.minTradesPerDay ?? null,
  };
}

const NONE_ACTIVE =
  "The service has no active competition. The dry run continues until it is stopped, or until a later competition ends.";

/**
 * The status of the account's own competition, until that of the service, once it has been active, is none any more: then
 * it is what the service says, which the engine believes or doubts as it does in a competition of its own. Where none is
 * active by the first status it says so.
 */
function statusBeside(gateway: Gateway, own: VenueReads["status"], log: Log): VenueReads["status"] {
  let active: Competition | null = null;
  let told = false;
  return async (options) => {
    const theirs = await gateway.status(options).catch((error: unknown) => {
      if (active !== null) throw error;
      return null; // before, a service that says nothing keeps nobody from trying a strategy
    });
    if (active !== null && theirs?.active === false) {
      const ours = await own(options);
      if (ours.competition === null || !(await hasEnded(gateway, active, theirs.competition))) return theirs;
      return { ...theirs, competition: { ...ours.competition, state: "completed" } };
    }
    if (theirs?.active === true) active ??= theirs.competition;
    if (theirs !== null && active === null && !told) log.info(NONE_ACTIVE);
    told ||= theirs !== null;
    return own(options);
  };
}

/** Whether the service names a competition of its own as ended: in its status, or on the leaderboard. */
async function hasEnded(gateway: Gateway, { id }: Competition, named: Competition | null): Promise<boolean> {
  if (named?.id === id && isOver(named)) return true;
  const board = await gateway.leaderboard(id).catch(() => null);
  return board?.competition.id === id && isOver(board.competition);
}
