import { DEFAULT_RETRIES, DEFAULT_TIMES, type EngineSettings } from "../../engine/settings.js";
import { DEFAULT_EXECUTION } from "../../execution/settings.js";
import type { RateLimit } from "../../model/rules.js";
import { rulesOf, type CompetitionSettings } from "../../venue/index.js";
import type { GivenSettings } from "./options.js";

/** Beyond its latency a simulated answer needs no time: the deadline is what is usual, or this much later. Milliseconds. */
const GRACE = 1_000;

/** What a closed world is made of, as far as an engine's settings follow from it. */
interface ClosedWorld {
  readonly from: number;
  /** Milliseconds between two prices of the tape. */
  readonly interval: number;
  readonly houseTeams: boolean;
  readonly latency: number;
  readonly competition: CompetitionSettings;
  readonly limits: readonly RateLimit[];
}

/**
 * How an engine runs in a closed world: as the settings say, but for what would be pointless there. Nobody but itself
 * changes balances, rules and status, and nobody else is on a leaderboard without house teams; the driver knows the end.
 * Prices are not sampled more often than the tape has them, and once more at the end, where that costs nothing.
 */
export function closedWorldSettings(world: ClosedWorld, given: GivenSettings): EngineSettings {
  const { from, interval, houseTeams, latency, competition, limits } = world;
  const { sampleEvery = DEFAULT_TIMES.sampleEvery } = given;
  const execution = { ...DEFAULT_EXECUTION, ...given.execution };
  return {
    ...DEFAULT_TIMES,
    minTradesPerDay: competition.minTradesPerDay,
    keepMinimum: false,
    onError: { retries: DEFAULT_RETRIES },
    // What holds until the venue has said its rules, which is at once.
    rules: { ...rulesOf(competition, from), rateLimits: limits, source: "config" },
    risk: {},
    ...given,
    wait: false,
    once: false,
    watchEvery: Infinity,
    balancesEvery: Infinity,
    rulesEvery: Infinity,
    leaderboardEvery: houseTeams ? (given.leaderboardEvery ?? DEFAULT_TIMES.leaderboardEvery) : Infinity,
    sampleEvery: Math.max(sampleEvery, interval),
    pricesAtEnd: true,
    execution: { ...execution, deadlineMs: Math.max(execution.deadlineMs, latency + GRACE) },
  };
}
