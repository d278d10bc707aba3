import { HOUR, MINUTE, SECOND } from "../core/time/duration.js";
import type { ExecutionSettings } from "../execution/settings.js";
import type { Rules } from "../model/rules.js";
import type { RiskSettings } from "../risk/index.js";

/** How an engine runs. All times in milliseconds of its clock; `Infinity` turns a periodic job off. */
export interface EngineSettings {
  /** Whether to wait for a competition that has not begun. Without it the engine ends with exit code 2. */
  readonly wait: boolean;
  /** One tick of every strategy, its trades to their end, then stop. */
  readonly once: boolean;
  /** Between two readings of the competition's status. */
  readonly watchEvery: number;
  /** How long what speaks of an end has to last before it is believed, where no end is known or due; absent: one answer is believed. */
  readonly endDoubt?: number | undefined;
  /** When the competition ends, where the service does not say; epoch milliseconds. */
  readonly endDate?: number;
  readonly leaderboardEvery: number;
  /** Between two comparisons of books and balances. */
  readonly balancesEvery: number;
  readonly rulesEvery: number;
  /** Between two price samples, from which bars are built and equity is computed. */
  readonly sampleEvery: number;
  /** How long a `read` hook may take, and a reading of the service, waiting for the limits included. */
  readonly readTimeout: number;
  /** How long the end waits for what is in flight before it leaves it to the next start. */
  readonly finishWithin: number;
  /** Where the rules do not say how many trades a day are due; null where nothing is due. */
  readonly minTradesPerDay: number | null;
  /** Whether the smallest trades that keep the daily minimum are made when it is in danger. */
  readonly keepMinimum: boolean;
  /** What follows when `decide` throws, does not return in time, or returns what is no decision. Default: DEFAULT_RETRIES. */
  readonly onError?: {
    /** How many failed runs in a row a strategy is forgiven: the next one disables it. */
    readonly retries: number;
  };
  /** Whether a trade that this bot did not make, once its books are open, ends it (exit code 4); default: it is reported. */
  readonly stopOnForeignTrades?: boolean;
  /** Whether every read is tried once on joining, and reported if its answer cannot be used; default: no. */
  readonly tryReads?: boolean;
  /** Whether prices of what is held are read once more for the last point of the equity curve, a request for each; default: it has those that were sampled last. */
  readonly pricesAtEnd?: boolean;
  /** What holds until the service has said its rules. */
  readonly rules: Rules;
  readonly risk: RiskSettings;
  readonly execution: ExecutionSettings;
}

/** Failed runs in a row that a strategy is usually forgiven. */
export const DEFAULT_RETRIES = 3;

/** What is usual; config's defaults. */
export const DEFAULT_TIMES = {
  watchEvery: 15 * SECOND,
  leaderboardEvery: 5 * MINUTE,
  balancesEvery: 5 * MINUTE,
  rulesEvery: HOUR,
  sampleEvery: MINUTE,
  readTimeout: 10 * SECOND,
  finishWithin: 3 * MINUTE,
} as const satisfies Partial<EngineSettings>;
