import { z } from "zod";
import { members, taking, takingAsync } from "../core/arguments.js";
import { callback, eachOf, having, number, text } from "../core/kinds.js";
import { ColumnJournal } from "../journal/columns/column-journal.js";
import type { saveColumns as SaveColumns } from "../journal/columns/save-columns.js";
import type { backtest as Backtest } from "./backtest.js";
import type { checkLookahead as CheckLookahead } from "./lookahead/lookahead.js";
import type { WindowResult } from "./result/result.js";
import * as summary from "./windows/windows-summary.js";
import type { backtestWindows as BacktestWindows } from "./windows/windows.js";

// Every strategy imports the public entry: what a bot that trades live never calls is loaded with its first call.

/** Runs strategies on a recorded tape, as a competition: see `backtest` in backtest.ts for all that it promises and throws. */
export const backtest: typeof Backtest = async (options) => (await import("./backtest.js")).backtest(options);

const given = z.unknown();
const onProgress = callback.optional();
const signal = having("an AbortSignal", "addEventListener").optional();

/** Runs every competition of a length that lies in a tape: see `backtestWindows` in windows.ts. */
export const backtestWindows: typeof BacktestWindows = takingAsync(
  // Length and step are refused as a WindowsError.
  { options: given, windows: members({ length: given, step: given, onProgress, signal }) },
  {
    backtestWindows: async (...args: Parameters<typeof BacktestWindows>) =>
      (await import("./windows/windows.js")).backtestWindows(...args),
  },
).backtestWindows;

/** Whether strategies know more than they should: see `checkLookahead` in lookahead.ts. */
export const checkLookahead: typeof CheckLookahead = takingAsync(
  { options: given, check: members({ cuts: given, onProgress }).optional() },
  {
    checkLookahead: async (...args: Parameters<typeof CheckLookahead>) =>
      (await import("./lookahead/lookahead.js")).checkLookahead(...args),
  },
).checkLookahead;

const SAVE = members({
  dir: text,
  secrets: having("new Secrets()", "scrub", "scrubValue").optional(),
  mostEquity: number.optional(),
  onProgress,
});

/**
 * Writes the journal of a run into a folder, where commands read it: see `saveColumns` in save-columns.ts. Rejects with
 * a JournalError, or an ArgumentError.
 */
export const saveColumns: typeof SaveColumns = takingAsync(
  { journal: z.instanceof(ColumnJournal, { error: "must be the ColumnJournal of a run" }), options: SAVE },
  {
    saveColumns: async (...args: Parameters<typeof SaveColumns>) =>
      (await import("../journal/columns/save-columns.js")).saveColumns(...args),
  },
).saveColumns;

const isWindow = (one: Partial<WindowResult>): boolean =>
  [one.from, one.to, one.totalReturn, one.maxDrawdown].every((value) => typeof value === "number") &&
  typeof one.rivals === "object";

export const { summariseWindows } = taking(
  { windows: eachOf("results of windows", isWindow), length: number, step: number },
  { summariseWindows: summary.summariseWindows },
);

export { ColumnJournal };
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
export type { WindowsSummary } from "./windows/windows-summary.js";
export type { WindowsOptions } from "./windows/windows.js";
