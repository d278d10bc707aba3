/**
 * Closed bars as columns of equal length, oldest first. `time[i]` is the bar's opening time (epoch
 * milliseconds); the bar covers [time, time + interval). Prices in USD. What `view.bars` gives is the
 * strategy's own copy.
 */
export interface Bars {
  readonly length: number;
  /** Milliseconds. */
  readonly interval: number;
  readonly time: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  /** Tokens traded within the bar; NaN where that is not known, as of every bar that was built from price samples. */
  readonly volume: Float64Array;
}

/** One bar, as it is written down. */
export interface Bar {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Absent where it is not known. */
  readonly volume?: number;
}

/** The columns of bars. */
export const BAR_COLUMNS = ["time", "open", "high", "low", "close", "volume"] as const;
export type BarColumn = (typeof BAR_COLUMNS)[number];

/** The same part of each column of bars, as bars. */
export function partOf(bars: Bars, part: (column: Float64Array) => Float64Array): Bars {
  const columns = BAR_COLUMNS.map((name) => [name, part(bars[name])] as const);
  const parts = Object.fromEntries(columns) as Record<BarColumn, Float64Array>;
  return { length: parts.time.length, interval: bars.interval, ...parts };
}
