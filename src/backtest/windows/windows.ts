import { nextTurn } from "../../core/time/system-clock.js";
import { drawdownPath } from "../../metrics/drawdown-path.js";
import { backtest } from "../backtest.js";
import type { BacktestOptions } from "../plan/options.js";
import { planOf } from "../plan/plan.js";
import type { Range } from "../plan/range.js";
import { isWithoutPrices } from "../result/gaps.js";
import type { BacktestResult, WindowResult, WindowsResult } from "../result/result.js";
import { WindowsError } from "./windows-error.js";
import { windowsOf } from "./windows-of.js";
import { undueInWindows, WindowNotes } from "./windows-notes.js";
import { summariseWindows } from "./windows-summary.js";

/** Which windows are run. */
export interface WindowsOptions {
  /** How long a competition lasts, milliseconds. */
  readonly length: number;
  /** From one window's beginning to the next one's, milliseconds. Below `length` they overlap. */
  readonly step: number;
  /** Called after each window. */
  readonly onProgress?: (done: number, of: number) => void;
  /** Aborted, it ends after the window under way; what was run until then is the result. */
  readonly signal?: AbortSignal;
}

/**
 * Runs strategies over every competition of a given length in the range (`from` to `to` of the options, otherwise the
 * time in which all tokens in use have prices). Each window is a separate backtest with fresh balances, its own seed
 * (`<seed>/<start of the window>`) and earlier bars to warm up on. The tape is opened once.
 *
 * The windows of a `step` below `length` share days: they are **not independent**, and their number says nothing about
 * how sure the shares are. Many windows of one market are one market.
 *
 * `signal` of either options ends it; the result has the windows that were complete by then. No window is journalled:
 * `journal`, `onProgress` and `onEvent` of the first options are ignored, because they belong to one whole run.
 *
 * A window in which no traded token has a price is left out and counted.
 *
 * @throws WindowsError for a length or step that is not above 0, and where no window fits or has a price; the signal's
 * reason where no window was complete; ArgumentError for windows that are none; whatever `backtest` throws, before any
 * window is run where it is of the options
 */
export async function backtestWindows(
  options: Omit<BacktestOptions, "journal" | "onProgress" | "onEvent">,
  windows: WindowsOptions,
): Promise<WindowsResult> {
  const { range, seed, strategies, registry, tape, tokens } = planOf(options);
  const signal = windows.signal ?? options.signal;
  // Params are checked and bound once, not for each window.
  const bound = { ...options, strategies, registry };
  const shared = { ...bound, signal, onProgress: undefined, onEvent: undefined, journal: undefined };
  const traded = tokens.onTape.filter((token) => !registry.isCash(token));
  const result = await runWindows(
    range,
    seed,
    { ...windows, signal, leavesOut: (window) => isWithoutPrices(tape, traded, window) },
    ({ from, to }, own) => backtest({ ...shared, from, to, seed: own }),
  );
  return { ...result, remarks: [...undueInWindows(strategies, result.windows), ...result.remarks] };
}

/**
 * Throws what `backtestWindows` would throw before it runs anything, and where the first window ends too early for a
 * strategy to have its bars: for whoever does something long first.
 */
export function checkWindows(
  options: BacktestOptions,
  { length, step }: Pick<WindowsOptions, "length" | "step">,
): void {
  const { range, strategies, registry } = planOf(options);
  const [first] = windowsOf(range, length, step);
  planOf({ ...options, strategies, registry, ...first });
}

/** Runs one window as a competition of its own. */
export type RunWindow = (window: Range, seed: string) => Promise<BacktestResult>;

/**
 * Runs every window of a range by way of `run`, each with a seed of its own: of the run's and of when it begins, so that
 * a window's result does not depend on which others are run. Those that `leavesOut` names are not run. Only figures of
 * each window are kept. Throws as `backtestWindows`, and what `run` throws.
 */
export async function runWindows(
  range: Range,
  seed: string,
  options: WindowsOptions & { readonly leavesOut?: (window: Range) => boolean },
  run: RunWindow,
): Promise<WindowsResult> {
  const { length, step, onProgress, signal, leavesOut = () => false } = options;
  const all = windowsOf(range, length, step);
  const planned = all.filter((window) => !leavesOut(window));
  const leftOut = all.length - planned.length;
  if (planned.length === 0)
    throw new WindowsError(`None of the ${all.length} windows has a price; all lie in gaps of the tape`, {
      remedy: "Use longer --windows, or a tape without such gaps.",
    });
  const notes = new WindowNotes();
  const windows: WindowResult[] = [];
  for (const window of planned) {
    if (signal?.aborted === true) break;
    const result = await run(window, `${seed}/${window.from}`);
    // A window that was cut short is no competition.
    if (!wasRunToItsEnd(result, signal)) break;
    notes.take(result);
    windows.push(windowResult(window, result));
    onProgress?.(windows.length, planned.length);
    // Short windows never let the machine have its turn: a signal would not be heard.
    await nextTurn();
  }
  if (windows.length === 0) signal?.throwIfAborted();
  return {
    ...summariseWindows(windows, length, step),
    leftOut,
    complete: windows.length === planned.length,
    remarks: notes.remarks({ planned: planned.length, leftOut, length, step }),
  };
}

/** A run in which everything was disabled is one that ended badly; one that was stopped is none. */
function wasRunToItsEnd(result: BacktestResult, signal: AbortSignal | undefined): boolean {
  return result.complete || signal?.aborted !== true;
}

/** What is kept of a window's run. */
export function windowResult({ from, to }: Range, result: BacktestResult): WindowResult {
  return {
    from,
    to,
    initialValue: result.initialValue,
    finalValue: result.finalValue,
    totalReturn: result.finalValue / result.initialValue - 1,
    maxDrawdown: drawdownPath(result.equity).deepest?.depth ?? 0,
    trades: result.fills.length,
    rivals: Object.fromEntries(result.rivals.map(({ name, finalValue }) => [name, finalValue])),
  };
}
