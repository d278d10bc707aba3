import { formatDuration } from "../../core/duration.js";
import type { Bar } from "../../model/bar.js";
import type { TickRecord } from "../../model/journal.js";
import type { Cause } from "./report.js";

const PRICES = ["open", "high", "low", "close"] as const;
const iso = (at: number): string => new Date(at).toISOString();

/** One series of bars as both runs saw it. */
interface Series {
  readonly name: string;
  readonly interval: number;
  /** Bars that only one run has had so far, by opening time. */
  readonly waiting: readonly [Map<number, Bar>, Map<number, Bar>];
  /** Opening time of the first bar that each run has of it. */
  readonly begins: [number, number];
  /** The latest bar that is not the same in both. */
  latest: { readonly time: number; readonly cause: Cause } | null;
}

/** Compares the bars of two runs as they come, and knows the latest that differs of each series. */
export class BarDifferences {
  readonly #series = new Map<string, Series>();
  readonly #complete: boolean;

  /** @param complete whether both journals have every bar that their run saw: else one that is missing says nothing */
  constructor(complete: boolean) {
    this.#complete = complete;
  }

  /** Takes in what a tick of the first (0) or second (1) run brought. */
  add(side: 0 | 1, brought: TickRecord["bars"]): void {
    for (const { token, interval, bars } of brought) {
      const series = this.#of(token, interval);
      for (const bar of bars) this.#take(series, side, bar);
    }
  }

  /** The bars that differ among those that closed before `now`, the latest of each series. */
  causes(now: number): Cause[] {
    const found: { readonly time: number; readonly cause: Cause }[] = [];
    for (const series of this.#series.values()) {
      const missing = this.#complete ? latestMissing(series, now) : null;
      const { latest } = series;
      if (missing !== null && (latest === null || missing.time > latest.time)) found.push(missing);
      else if (latest !== null) found.push(latest);
    }
    return found.sort((a, b) => b.time - a.time).map(({ cause }) => cause);
  }

  #take(series: Series, side: 0 | 1, bar: Bar): void {
    const other = series.waiting[side === 0 ? 1 : 0];
    series.begins[side] = Math.min(series.begins[side], bar.time);
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
      name: `${token} (${formatDuration(interval)})`,
      interval,
      waiting: [new Map<number, Bar>(), new Map<number, Bar>()] as const,
      begins: [Infinity, Infinity],
      latest: null,
    } satisfies Series;
    this.#series.set(key, made);
    return made;
  }
}

/** The latest closed bar that only one of the runs has, although both have earlier ones: one may have warmed up from further back. */
function latestMissing(series: Series, now: number): Series["latest"] {
  let found: { readonly time: number; readonly side: 0 | 1; readonly bar: Bar } | null = null;
  for (const side of [0, 1] as const)
    for (const [time, bar] of series.waiting[side])
      if (time + series.interval <= now && time > Math.max(...series.begins) && time > (found?.time ?? -Infinity))
        found = { time, side, bar };
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
