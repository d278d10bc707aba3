import { oncePer } from "../core/once-per.js";
import type { MetricInput } from "./metric.js";

/** A fall of an equity curve from a peak, by places in the curve. */
export interface DrawdownPlaces {
  /** value / peak − 1 at the trough: 0 or below. */
  readonly depth: number;
  /** The last place at the peak's height before the fall. */
  readonly peak: number;
  readonly trough: number;
  /** The first place at or above the peak again; null where the curve ends before. */
  readonly recovery: number | null;
}

/** The deepest fall of a curve (of equal ones the first), and the longest stay below a peak. NaN is left out. */
export interface DrawdownPath {
  /** Null where the curve never falls. */
  readonly deepest: DrawdownPlaces | null;
  /** From the peak to its recovery or the curve's end; null where the curve never falls. */
  readonly longest: { readonly peak: number; readonly end: number } | null;
}

/** Follows a curve once. @param distance how far apart two places are; by default their numbers' difference */
export function drawdownPath(
  equity: ArrayLike<number>,
  distance: (from: number, to: number) => number = (from, to) => to - from,
): DrawdownPath {
  const last = lastNumber(equity);
  let deepest: DrawdownPlaces | null = null;
  let longest: { peak: number; end: number } | null = null;
  let peak = 0;
  let top = NaN;
  for (let i = 0; i <= last; i += 1) {
    const value = equity[i] as number;
    // The first number is a peak; after it NaN is neither above nor below one.
    if (value >= top || Number.isNaN(top)) {
      peak = i;
      top = value;
    } else if (value < top) {
      const { trough, depth, back } = fallFrom(equity, i, last, top);
      const [end, recovery] = back <= last ? [back, back] : [last, null];
      if (deepest === null || depth < deepest.depth) deepest = { depth, peak, trough, recovery };
      if (longest === null || distance(peak, end) > distance(longest.peak, longest.end)) longest = { peak, end };
      // It is looked at again, as the peak that it is.
      i = back - 1;
    }
  }
  return { deepest, longest };
}

interface Fall {
  readonly trough: number;
  readonly depth: number;
  /** The first place at its height or above again; behind the last where there is none. */
  readonly back: number;
}

/** The fall from a height that begins at a place; of equally deep places the first is its trough. */
function fallFrom(equity: ArrayLike<number>, from: number, last: number, top: number): Fall {
  let trough = from;
  let lowest = equity[from] as number;
  let depth = depthOf(lowest, top);
  let place = from + 1;
  for (; place <= last; place += 1) {
    const value = equity[place] as number;
    if (value >= top) break;
    // Nearly every step ends here: what is no lower is no deeper. Below a debt it is the other way round.
    if (value >= lowest && top > 0) continue;
    const other = depthOf(value, top);
    if (!(other < depth)) continue;
    trough = place;
    lowest = value;
    depth = other;
  }
  return { trough, depth, back: place };
}

const depthOf = (value: number, top: number): number => (value - top) / top;

/** The last place at which there is a number; −1 where there is none. */
function lastNumber(values: ArrayLike<number>): number {
  let place = values.length - 1;
  while (place >= 0 && Number.isNaN(values[place])) place -= 1;
  return place;
}

/** The path of a run's equity curve by its times; followed once a run, since several metrics ask. */
export const pathOf = oncePer(({ time, equity }: Pick<MetricInput, "time" | "equity">) => pathInTime(time, equity));

/** The path of an equity curve by its times. */
export function pathInTime(time: Float64Array, equity: Float64Array): DrawdownPath {
  return drawdownPath(equity, (from, to) => (time[to] ?? 0) - (time[from] ?? 0));
}
