import { drawdownPath } from "../metrics/drawdown-path.js";
import type { BacktestResult, WindowResult, WindowsResult } from "./result.js";
import { windowsOf, type Window } from "./windows-of.js";
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

/** Runs one window as a competition of its own. */
export type RunWindow = (window: Window, seed: string) => Promise<BacktestResult>;

/**
 * Runs every window of a range by itself, each as a competition of that length with fresh balances
 * and a seed of its own (of the run's and of when it begins, so that a window's result does not
 * depend on which others are run). Only figures of each window are kept.
 *
 * Windows that overlap (`step` below `length`) are not independent: see `summariseWindows`.
 *
 * @throws WindowsError for a length or step that is not above 0, and where no window fits; what
 * `run` throws; the signal's reason where it was aborted before one window was complete
 */
export async function runWindows(
  range: Window,
  seed: string,
  options: WindowsOptions,
  run: RunWindow,
): Promise<WindowsResult> {
  const { length, step, onProgress, signal } = options;
  const planned = windowsOf(range, length, step);
  const notes = new Notes();
  const windows: WindowResult[] = [];
  for (const window of planned) {
    if (signal?.aborted === true) break;
    const result = await run(window, `${seed}/${window.from}`);
    // A window that was cut short is no competition.
    if (!wasRunToItsEnd(result, signal)) break;
    notes.take(result);
    windows.push(windowResult(window, result));
    onProgress?.(windows.length, planned.length);
  }
  if (windows.length === 0) signal?.throwIfAborted();
  return {
    ...summariseWindows(windows, length, step),
    complete: windows.length === planned.length,
    remarks: [...cutShort(windows.length, planned.length), ...overlap(length, step), ...notes.remarks()],
  };
}

/** A run in which everything was parked is one that ended badly; one that was stopped is none. */
function wasRunToItsEnd(result: BacktestResult, signal: AbortSignal | undefined): boolean {
  return result.complete || signal?.aborted !== true;
}

/** What is kept of a window's run. */
export function windowResult({ from, to }: Window, result: BacktestResult): WindowResult {
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

function cutShort(done: number, planned: number): string[] {
  return done === planned ? [] : [`Stopped after ${done} of ${planned} windows: the later ones are missing.`];
}

function overlap(length: number, step: number): string[] {
  if (step >= length) return [];
  const times = Math.round((length / step) * 10) / 10;
  return [`The windows overlap: each moment is in up to ${times} of them, so they are not independent.`];
}

/** What windows have in common that a reader must know. */
class Notes {
  #windows = 0;
  #warming = 0;
  #breached = 0;
  #parked = 0;
  readonly #remarks = new Set<string>();

  take(result: BacktestResult): void {
    this.#windows += 1;
    if (result.ticks.warmingUp > 0) this.#warming += 1;
    if (result.breaches.length > 0) this.#breached += 1;
    if (result.strategies.some(({ parked }) => parked !== null)) this.#parked += 1;
    for (const remark of result.remarks) this.#remarks.add(remark);
  }

  remarks(): string[] {
    const some = (count: number, what: string): string[] =>
      count === 0 ? [] : [`In ${count} of ${this.#windows} windows ${what}`];
    return [
      ...some(this.#warming, "a strategy was still warming up at the beginning: the tape has too little before them."),
      ...some(this.#breached, "more was asked than the rate limits allow."),
      ...some(this.#parked, "a strategy was parked."),
      ...this.#remarks,
    ];
  }
}
