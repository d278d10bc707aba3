import { iso } from "../../core/time/utc.js";
import { formatDuration } from "../../core/time/duration.js";
import type { Bar } from "../../model/bar.js";
import type { RunBars, TickRecord } from "../../model/journal.js";
import type { Cause } from "./report.js";

const PRICES = ["open", "high", "low", "close"] as const;

/** One series of bars as both runs saw it. */
interface Series {
  readonly token: string;
  readonly name: string;
  readonly interval: number;
  /** Bars that only one run has had so far, by opening time. */
  readonly waiting: readonly [Map<number, Bar>, Map<number, Bar>];
  /** Those of them from before both runs had any, taken aside: none of them is missing, and there may be thousands. */
  readonly early: readonly [Map<number, Bar>, Map<number, Bar>];
  /** Opening time of the first bar that each run has of it. */
  readonly begins: [number, number];
  /** The latest bar that is not the same in both. */
  latest: { readonly time: number; readonly cause: Cause } | null;
}

/** Compares the bars of two runs as they come, and knows the latest that differs of each series. */
export class BarDifferences {
  readonly #series = new Map<string, Series>();

  /** Takes in what a tick of the first (0) or second (1) run brought. */
  add(side: 0 | 1, brought: TickRecord["bars"]): void {
    for (const { token, interval, bars } of brought) {
      const series = this.#of(token, interval);
      for (const bar of bars) this.#take(series, side, bar);
    }
  }

  /**
   * The bars that differ among those that closed before `now`, the latest of each series.
   *
   * @param needs the bars that are looked at, so that no other is taken for a cause; null: that is not known
   * @param complete whether both journals have every bar that their run saw until now: else one that is missing says nothing
   */
  causes(now: number, needs: readonly RunBars[] | null, complete: boolean): Cause[] {
    const found: { readonly time: number; readonly cause: Cause }[] = [];
    for (const series of this.#series.values()) {
      const oldest = oldestSeen(series, now, needs);
      const missing = complete ? latestMissing(series, now) : null;
      const { latest } = series;
      const newest = missing !== null && (latest === null || missing.time > latest.time) ? missing : latest;
      if (newest !== null && newest.time >= oldest) found.push(newest);
    }
    return found.sort((a, b) => b.time - a.time).map(({ cause }) => cause);
  }

  #take(series: Series, side: 0 | 1, bar: Bar): void {
    const opposite = side === 0 ? 1 : 0;
    if (bar.time < series.begins[side]) {
      series.begins[side] = bar.time;
      putBack(series);
    }
    const other = series.early[opposite].has(bar.time) ? series.early[opposite] : series.waiting[opposite];
    const match = other.get(bar.time);
    if (match === undefined) {
      series.waiting[side].set(bar.time, bar);
      return;
    }
    other.delete(bar.time);
    const [first, second] = side === 0 ? [bar, match] : [match, bar];
    const which = PRICES.find((price) => first[price] !== second[price]);
    if (which === undefined || (series.latest !== null && series.latest.time > bar.time)) return;
    const values = `${which} ${first[which]} against ${second[which]}`;
    const text = `the bar of ${series.name} that opened at ${iso(bar.time)}: ${values}`;
    series.latest = {
      time: bar.time,
      cause: { kind: "bars", text, first: { ...first }, second: { ...second } },
    };
  }

  #of(token: string, interval: number): Series {
    const key = `${token} ${interval}`;
    const known = this.#series.get(key);
    if (known !== undefined) return known;
    const made = {
      token,
      name: `${token} (${formatDuration(interval)})`,
      interval,
      waiting: [new Map<number, Bar>(), new Map<number, Bar>()] as const,
      early: [new Map<number, Bar>(), new Map<number, Bar>()] as const,
      begins: [Infinity, Infinity],
      latest: null,
    } satisfies Series;
    this.#series.set(key, made);
    return made;
  }
}

/** The opening time of the oldest bar of a series that is looked at; Infinity where none is. */
function oldestSeen({ token, interval }: Series, now: number, needs: readonly RunBars[] | null): number {
  if (needs === null) return -Infinity;
  const counts = needs.filter((need) => need.token === token && need.interval === interval).map(({ count }) => count);
  return counts.length === 0 ? Infinity : (Math.floor(now / interval) - Math.max(...counts)) * interval;
}

/** Where a run begins earlier than was known, bars of the other may be missing that were not. */
function putBack({ early, waiting }: Series): void {
  for (const side of [0, 1] as const) {
    for (const [time, bar] of early[side]) waiting[side].set(time, bar);
    early[side].clear();
  }
}

/** The latest closed bar that only one of the runs has, although both have earlier ones: one may have warmed up from further back. */
function latestMissing(series: Series, now: number): Series["latest"] {
  const since = Math.max(...series.begins);
  // Of a series that only one run has every bar waits: going through them at each tick takes the square of their number.
  if (since === Infinity) return null;
  let found: { readonly time: number; readonly side: 0 | 1; readonly bar: Bar } | null = null;
  for (const side of [0, 1] as const)
    for (const [time, bar] of series.waiting[side])
      if (time <= since) {
        series.early[side].set(time, bar);
        series.waiting[side].delete(time);
      } else if (time + series.interval <= now && time > (found?.time ?? -Infinity)) found = { time, side, bar };
  if (found === null) return null;
  const { time, side, bar } = found;
  const run = side === 0 ? "first" : "second";
  const text = `the bar of ${series.name} that opened at ${iso(time)}: only the ${run} run has it`;
  const value = { ...bar };
  return {
    time,
    cause: { kind: "bars", text, first: side === 0 ? value : null, second: side === 1 ? value : null },
  };
}
