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

interface Fall {
  peak: number;
  trough: number;
  depth: number;
}

/** Follows a curve once. @param places how far apart two places are; by default their numbers' difference */
export function drawdownPath(
  equity: ArrayLike<number>,
  distance: (from: number, to: number) => number = (from, to) => to - from,
): DrawdownPath {
  let deepest: DrawdownPlaces | null = null;
  let longest: { peak: number; end: number } | null = null;
  let fall: Fall | null = null;
  let peak = -1;
  let peakValue = NaN;
  let last = -1;
  const end = (at: number, recovered: boolean): void => {
    if (fall === null) return;
    if (deepest === null || fall.depth < deepest.depth) deepest = { ...fall, recovery: recovered ? at : null };
    if (longest === null || distance(fall.peak, at) > distance(longest.peak, longest.end))
      longest = { peak: fall.peak, end: at };
    fall = null;
  };
  for (let i = 0; i < equity.length; i += 1) {
    const value = equity[i] ?? NaN;
    if (Number.isNaN(value)) continue;
    last = i;
    if (!(value < peakValue)) {
      if (fall !== null) end(i, true);
      peak = i;
      peakValue = value;
      continue;
    }
    const depth = (value - peakValue) / peakValue;
    if (fall === null) fall = { peak, trough: i, depth };
    else if (depth < fall.depth) {
      fall.trough = i;
      fall.depth = depth;
    }
  }
  end(last, false);
  return { deepest, longest };
}

/** The path of a run's equity curve by its times; followed once a run, since several metrics ask. */
export const pathOf = oncePer(({ time, equity }: Pick<MetricInput, "time" | "equity">) => pathInTime(time, equity));

/** The path of an equity curve by its times. */
export function pathInTime(time: Float64Array, equity: Float64Array): DrawdownPath {
  return drawdownPath(equity, (from, to) => (time[to] ?? 0) - (time[from] ?? 0));
}
