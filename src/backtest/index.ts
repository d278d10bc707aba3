import { z } from "zod";
import { members, taking, takingAsync } from "../core/arguments.js";
import { callback, eachOf, having, number, text } from "../core/kinds.js";
import { ColumnJournal } from "../journal/columns/column-journal.js";
import type * as save from "../journal/columns/save-columns.js";
import type * as single from "./backtest.js";
import type * as lookahead from "./lookahead.js";
import type { WindowResult } from "./result/result.js";
import * as summary from "./windows/windows-summary.js";
import type * as windows from "./windows/windows.js";

// Every strategy imports the public entry: what a bot that trades live never calls is loaded with its first call. The
// build gives users the types, and with them the docstrings, of the functions that do the work.

export const backtest: typeof single.backtest = async (options) => (await import("./backtest.js")).backtest(options);

const given = z.unknown();
const onProgress = callback.optional();
const signal = having("an AbortSignal", "addEventListener").optional();

export const backtestWindows: typeof windows.backtestWindows = takingAsync(
  // Length and step are refused as a WindowsError.
  { options: given, windows: members({ length: given, step: given, onProgress, signal }) },
  {
    backtestWindows: async (...args: Parameters<typeof windows.backtestWindows>) =>
      (await import("./windows/windows.js")).backtestWindows(...args),
  },
).backtestWindows;

export const checkLookahead: typeof lookahead.checkLookahead = takingAsync(
  { options: given, check: members({ cuts: given, onProgress }).optional() },
  {
    checkLookahead: async (...args: Parameters<typeof lookahead.checkLookahead>) =>
      (await import("./lookahead.js")).checkLookahead(...args),
  },
).checkLookahead;

const SAVE = members({
  dir: text,
  secrets: having("new Secrets()", "scrub", "scrubValue").optional(),
  mostEquity: number.optional(),
  onProgress,
});

export const saveColumns: typeof save.saveColumns = takingAsync(
  { journal: z.instanceof(ColumnJournal, { error: "must be the ColumnJournal of a run" }), options: SAVE },
  {
    saveColumns: async (...args: Parameters<typeof save.saveColumns>) =>
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
export type { Disabled } from "../engine/tick/disabled.js";
export type { CompetitionSettings } from "../venue/index.js";

export * from "./errors.js";
export { WindowsError } from "./windows/windows-error.js";
export type { RecordedInputs } from "./reads/read-hooks.js";
export type { LookaheadDifference, LookaheadOptions, LookaheadReport, UnsteadyDecision } from "./lookahead.js";
export type { BacktestOptions, StrategyUse } from "./plan/options.js";
export type * from "./result/result.js";
export type { WindowsSummary } from "./windows/windows-summary.js";
export type { WindowsOptions } from "./windows/windows.js";
