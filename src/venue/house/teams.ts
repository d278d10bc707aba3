import type { Cancel } from "../../core/time/clock.js";
import { messageOf } from "../../core/errors.js";
import { silentLog, type Log } from "../../core/log.js";
import { attempt } from "../../core/attempt.js";
import { andThen } from "../../core/maybe.js";
import { seededRandom } from "../../core/random.js";
import type { TokenName } from "../../model/token.js";
import type { VenueCompetition } from "../competition/competition.js";
import type { Exchange } from "../exchange.js";
import type { Team } from "../team/team.js";
import { equalWeights } from "./equal-weights.js";
import type { HousePolicy, HousePorts } from "./policy.js";
import { randomTrader } from "./random-trader.js";
import { Trader } from "./trader.js";

/** Never trades: who stands below it has lost money. */
const holdCash: HousePolicy = { name: "house-hold-cash", begin: () => () => undefined };

/** The teams that make a leaderboard mean something. */
const HOUSE_POLICIES: readonly HousePolicy[] = [holdCash, equalWeights, randomTrader];

export interface HouseOptions {
  readonly seed: string;
  /** What they may buy, beside each chain's cash token. Default: every token of the exchange's registry. */
  readonly tokens?: readonly TokenName[];
  readonly log?: Log;
}

interface HouseTeams {
  /** Registered, but in no competition yet: they take part where their ids are named. */
  readonly teams: readonly Team[];
  /** Stops their trading. */
  close(): void;
}

function guardedBy(log: Log, team: string): HousePorts["guarded"] {
  const failed = (error: unknown): void => log.warn("A house team could not trade", { team, error: messageOf(error) });
  return (work) =>
    void andThen(attempt(work), (ended) => {
      if (!ended.ok) failed(ended.error);
    });
}

/** Registers the house teams at an exchange; on its clock they trade in each competition that they take part in. */
export function houseTeams(exchange: Exchange, options: HouseOptions): HouseTeams {
  const { seed, log = silentLog } = options;
  const tokens = options.tokens ?? exchange.registry.list().map(({ name }) => name);
  const running = new Map<string, Cancel>();
  const players = HOUSE_POLICIES.map((policy) => ({ policy, team: exchange.addTeam({ name: policy.name }) }));
  const stop = (): void => {
    for (const cancel of running.values()) cancel();
    running.clear();
  };
  const begin = ({ id, settings }: VenueCompetition): void => {
    for (const { policy, team } of players)
      if (exchange.status(team.id).participating) {
        const trader = new Trader(exchange, team.id, tokens);
        const random = seededRandom(`${seed}/house/${policy.name}/${id}`);
        const guarded = guardedBy(log, team.name);
        running.set(team.id, policy.begin({ clock: exchange.clock, trader, random, settings, guarded }));
      }
  };
  const unlisten = exchange.onTransition((competition) => {
    stop();
    if (competition.state === "active") begin(competition);
  });
  return {
    teams: players.map(({ team }) => team),
    close() {
      unlisten();
      stop();
    },
  };
}
