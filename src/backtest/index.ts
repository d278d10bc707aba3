import type { backtest as Backtest } from "./backtest.js";
import type { checkLookahead as CheckLookahead } from "./lookahead.js";
import type { backtestWindows as BacktestWindows } from "./windows.js";

// Every strategy imports the public entry: what a bot that trades live never calls is loaded with its first call.

/** Runs strategies on a recorded tape, as a competition: see `backtest` in backtest.ts for all that it promises and throws. */
export const backtest: typeof Backtest = async (options) => (await import("./backtest.js")).backtest(options);

/** Runs every competition of a length that lies in a tape: see `backtestWindows` in windows.ts. */
export const backtestWindows: typeof BacktestWindows = async (options, windows) =>
  (await import("./windows.js")).backtestWindows(options, windows);

/** Whether strategies know more than they should: see `checkLookahead` in lookahead.ts. */
export const checkLookahead: typeof CheckLookahead = async (options, check) =>
  (await import("./lookahead.js")).checkLookahead(options, check);

export type { LookaheadDifference, LookaheadOptions, LookaheadReport } from "./lookahead.js";
export type { BacktestOptions, StrategyUse } from "./options.js";
export type * from "./result.js";
export { summariseWindows, type WindowsSummary } from "./windows-summary.js";
export type { WindowsOptions } from "./windows.js";
