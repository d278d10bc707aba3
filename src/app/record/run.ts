import { join } from "node:path";
import { freshId } from "../../core/base32.js";
import { every, type Cancel } from "../../core/time/clock.js";
import { messageOf } from "../../core/errors.js";
import { systemClock } from "../../core/time/system-clock.js";
import { PriceBoard } from "../../model/price-board.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import { openTape, TapeManifestError, TapeWriter } from "../../tape/index.js";
import { openConfig } from "../config/find.js";
import { NO_STRATEGIES, NO_STRATEGY_SECRETS } from "../config/load.js";
import { registryOf } from "../config/registry.js";
import { controlAddress } from "../control/address.js";
import { findBot } from "../control/client.js";
import { recordedTape, tapesOfRuns } from "../data-folder.js";
import { UsageError } from "../errors.js";
import { Closers } from "../process/closers.js";
import { onSignals } from "../process/signals.js";
import { openCommandSession, type CommandSession } from "../command-session.js";
import { plannedTokens } from "../start/planned.js";
import { loadStrategies } from "../strategies/load.js";
import { knownReach } from "../strategies/reach.js";
import { tellPlannedUse } from "../tell-use.js";
import { openWorld } from "../service-connection/open.js";
import { tellsOfTeam } from "../service-connection/team-news.js";
import type { World } from "../service-connection/connection.js";
import { recordPlan, type RecordFlags, type RecordPlan } from "./plan.js";
import { checkedUse, RULES_EVERY } from "./planned-use.js";
import { Recorder, type Recorded } from "./recorder.js";
import { tellStatus } from "./tell-status.js";

export type { RecordFlags } from "./plan.js";

/** How a recording ended. */
export interface RecordEnd extends Recorded {
  /** Folder of the tape. */
  readonly tape: string;
  readonly service: string;
  /** Of this recording, epoch milliseconds of the service's clock. */
  readonly from: number;
  readonly to: number;
  readonly ended: string;
}

/**
 * Records prices and quotes until its time is over, or a signal ends it. Throws UsageError, ConfigError, a TapeError
 * (TapeHeldError where another process writes the tape), and whatever keeps the gateway from connecting.
 */
export async function record(config: string | undefined, flags: RecordFlags): Promise<RecordEnd> {
  const loaded = openConfig(config, flags.tokens === undefined ? NO_STRATEGY_SECRETS : NO_STRATEGIES);
  const session = await openCommandSession(loaded, config);
  const registry = registryOf(loaded.config.tokens);
  const plan = recordPlan(flags, flags.tokens === undefined ? tokensOf(session, registry) : [], registry);
  const closers = new Closers();
  try {
    const world = await openWorld({ ...session, registry });
    closers.add(() => world.close());
    session.log.useClock(world.clock);
    return await runRecording(session, registry, world, plan, flags.out, closers);
  } finally {
    await closers.close();
  }
}

/** What the config's strategies trade, and the cash of those chains. */
function tokensOf({ loaded }: CommandSession, registry: TokenRegistry): string[] {
  return [...plannedTokens(loadStrategies(loaded, knownReach(loaded.config, registry)), registry)];
}

async function runRecording(
  { loaded, log }: CommandSession,
  registry: TokenRegistry,
  world: World,
  plan: RecordPlan,
  out: string | undefined,
  closers: Closers,
): Promise<RecordEnd> {
  const { clock, gateway, service } = world;
  await gateway.connect().catch((error: unknown) => {
    // Not in a competition, or no longer: prices are read all the same, where the service gives them.
    if (!tellsOfTeam(error)) throw error;
    log.warn(messageOf(error));
  });
  await gateway.rules().catch((error: unknown) => {
    log.info(`The service's rate limits cannot be read, so those of the public service are used: ${messageOf(error)}`);
  });
  await tellUse(plan, world, loaded.path(loaded.config.data), log);
  const folder = tapeFolder(out, loaded.path(loaded.config.data), world);
  const board = knownPrices(folder, service, world.ephemeral);
  const tape = new TapeWriter(folder, { source: service, tokens: registry });
  closers.add(() => tape.close());
  const stop = new AbortController();
  let ended = "";
  const end = (why: string): void => {
    ended ||= why;
    stop.abort(new Error(why));
  };
  // One that comes while everything is closed must not cut that short.
  closers.addLast(onSignals((signal) => end(`stopped by ${signal}`)));
  const from = clock.now();
  if (plan.lasts !== null) closers.add(clock.at(from + plan.lasts, () => end("the requested time is over")));
  closers.add(keepLimits(world));
  const recorder = new Recorder(plan, { clock, venue: gateway, tape, board, log, stop: stop.signal });
  closers.add(tellStatus(systemClock, log, () => ({ recorded: recorder.recorded, board, left: gateway.limitsLeft() })));
  log.info(`Recording ${plan.tokens.join(", ")} of ${service} to ${folder}`);
  await recorder.run();
  return { ...recorder.recorded, tape: folder, service, from, to: clock.now(), ended };
}

async function tellUse(plan: RecordPlan, { gateway }: World, data: string, log: CommandSession["log"]): Promise<void> {
  tellPlannedUse(log, checkedUse(plan, gateway.limits()));
  const bot = await findBot(controlAddress(data)).catch(() => null);
  if (bot !== null)
    log.warn(
      "A bot is running on this data folder and shares these rate limits. Its reads wait if both need too many requests.",
    );
}

/** Reads the rules every so often: the gateway keeps the limits that they name. */
function keepLimits({ clock, gateway }: World): Cancel {
  // Where they cannot be read those that are known go on.
  return every(clock, RULES_EVERY, () => void gateway.rules().catch(() => undefined));
}

/**
 * One tape for a service that lasts; one a recording for a world that ends with the process. The bot's own is another
 * one.
 */
function tapeFolder(out: string | undefined, data: string, world: World): string {
  if (out !== undefined) return out;
  return world.ephemeral ? join(tapesOfRuns(data), freshId()) : recordedTape(data);
}

/** The last prices on the tape that is gone on with. Throws UsageError where that was recorded elsewhere. */
function knownPrices(folder: string, service: string, ephemeral: boolean): PriceBoard {
  const board = new PriceBoard();
  try {
    const tape = openTape(folder);
    if (ephemeral || tape.label !== service)
      throw new UsageError(`The tape in ${folder} was recorded from another service: ${tape.label}`, {
        remedy: "Record to another folder: --out FOLDER.",
      });
    for (const { token } of tape.tracks) {
      const series = tape.prices(token.name);
      const [usd, readAt] = [series?.prices.at(-1), series?.times.at(-1)];
      if (usd === undefined || readAt === undefined) continue;
      board.record({ token: token.name, usd, readAt: tape.movedAt(token.name)?.at(-1) ?? readAt });
      board.record({ token: token.name, usd, readAt });
    }
  } catch (error) {
    // No tape yet.
    if (!(error instanceof TapeManifestError)) throw error;
  }
  return board;
}
