import { oncePer } from "../../core/once-per.js";
import type { BarColumn, Bars } from "../../model/bar.js";
import type { ClosedBars } from "../../model/closed-bars.js";
import type { TokenName } from "../../model/token.js";
import type { Tape } from "../../tape/tape.js";

/**
 * The recorded bars of a tape in every interval that is a multiple of theirs: for `--bars recorded`. Others there are
 * none of: shorter ones were not recorded, and bars that begin elsewhere than at multiples of their length do not add up.
 */
export function tapeBars(tape: Pick<Tape, "bars">): ClosedBars {
  const known = aggregatesOf(tape);
  return {
    bars(token: TokenName, interval: number) {
      const key = `${token} ${interval}`;
      let bars = known.get(key);
      if (bars === undefined) {
        const recorded = tape.bars(token);
        known.set(key, (bars = recorded === null ? null : aggregated(recorded, interval)));
      }
      return bars;
    },
  };
}

/** By token and interval: every window of a tape asks for the same ones. */
const aggregatesOf = oncePer<Pick<Tape, "bars">, Map<string, Bars | null>>(() => new Map());

/** Recorded bars as bars of `interval` that begin at its multiples; null where theirs does not divide it. */
export function aggregated(recorded: Bars, interval: number): Bars | null {
  if (interval % recorded.interval !== 0) return null;
  for (const at of recorded.time) if (at % recorded.interval !== 0) return null;
  if (interval === recorded.interval) return recorded;
  const { length, groups } = groupsOf(recorded.time, interval);
  const column = (): Float64Array => new Float64Array(length);
  const bars = { time: column(), open: column(), high: column(), low: column(), close: column(), volume: column() };
  for (let i = 0; i < length; i++) joinInto(bars, i, recorded, groups[i] as number, groups[i + 1] as number);
  for (let i = 0; i < length; i++) bars.time[i] = Math.floor((bars.time[i] as number) / interval) * interval;
  return { length, interval, ...bars };
}

/** The first row of each bar of `interval`, and after the last one the number of rows. */
function groupsOf(time: Float64Array, interval: number): { readonly length: number; readonly groups: Int32Array } {
  const groups = new Int32Array(time.length + 1);
  let length = 0;
  let current = Number.NaN;
  for (let row = 0; row < time.length; row++) {
    const begins = Math.floor((time[row] as number) / interval);
    if (begins === current) continue;
    current = begins;
    groups[length++] = row;
  }
  groups[length] = time.length;
  return { length, groups };
}

/** Joins the rows [from, until) into the bar at `i`. A volume that is not known makes the sum unknown. */
function joinInto(
  bars: Readonly<Record<BarColumn, Float64Array>>,
  i: number,
  { time, open, high, low, close, volume }: Bars,
  from: number,
  until: number,
): void {
  let [most, least, sum] = [-Infinity, Infinity, 0];
  for (let row = from; row < until; row++) {
    most = Math.max(most, high[row] as number);
    least = Math.min(least, low[row] as number);
    sum += volume[row] as number;
  }
  bars.time[i] = time[from] as number;
  bars.open[i] = open[from] as number;
  bars.high[i] = most;
  bars.low[i] = least;
  bars.close[i] = close[until - 1] as number;
  bars.volume[i] = sum;
}
