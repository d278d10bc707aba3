import type { saveColumns as SaveColumns } from "../journal/columns/save-columns.js";
import type { backtest as Backtest } from "./backtest.js";
import type { checkLookahead as CheckLookahead } from "./lookahead/lookahead.js";
import type { backtestWindows as BacktestWindows } from "./windows/windows.js";

// Every strategy imports the public entry: what a bot that trades live never calls is loaded with its first call.

/** Runs strategies on a recorded tape, as a competition: see `backtest` in backtest.ts for all that it promises and throws. */
export const backtest: typeof Backtest = async (options) => (await import("./backtest.js")).backtest(options);

/** Runs every competition of a length that lies in a tape: see `backtestWindows` in windows.ts. */
export const backtestWindows: typeof BacktestWindows = async (options, windows) =>
  (await import("./windows/windows.js")).backtestWindows(options, windows);

/** Whether strategies know more than they should: see `checkLookahead` in lookahead.ts. */
export const checkLookahead: typeof CheckLookahead = async (options, check) =>
  (await import("./lookahead/lookahead.js")).checkLookahead(options, check);

/** Writes the journal of a run into a folder, where commands read it: see `saveColumns` in save-columns.ts. Rejects with a JournalError. */
export const saveColumns = async (...args: Parameters<typeof SaveColumns>): Promise<void> =>
  (await import("../journal/columns/save-columns.js")).saveColumns(...args);

export { ColumnJournal } from "../journal/columns/column-journal.js";
export type { SaveOptions } from "../journal/columns/save-columns.js";
export { VenueSettingsError } from "../venue/errors.js";
export type { EngineSettings } from "../engine/settings.js";
export type { Parked } from "../engine/tick/parked.js";
export type { CompetitionSettings } from "../venue/index.js";

export * from "./errors.js";
export { WindowsError } from "./windows/windows-error.js";
export type { RecordedInputs } from "./reads/read-hooks.js";
export type {
  LookaheadDifference,
  LookaheadOptions,
  LookaheadReport,
  UnsteadyDecision,
} from "./lookahead/lookahead.js";
export type { BacktestOptions, StrategyUse } from "./plan/options.js";
export type * from "./result/result.js";
export { summariseWindows, type WindowsSummary } from "./windows/windows-summary.js";
export type { WindowsOptions } from "./windows/windows.js";
