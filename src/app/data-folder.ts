import { join } from "node:path";

/** Where things lie in the folder that config's `data` names, beside the journal: the bot's own tape of a service that lasts. */
export function ownTape(data: string): string {
  return join(data, "tape");
}

/** A tape of each run, and of each recording, in a world that ended with its process. */
export function tapesOfRuns(data: string): string {
  return join(data, "tapes");
}

/** The tape of `contender record`, of a service that lasts. */
export function recordedTape(data: string): string {
  return join(data, "recorded");
}

/** A journal's folder of each backtest. */
export function backtestsOf(data: string): string {
  return join(data, "backtests");
}

/** What the folder of a backtest that is still being written begins with. */
export const UNFINISHED = ".";
