import { BarSeries, type BarSpan } from "../model/bar-series.js";
import type { TickRecord } from "../model/journal.js";
import type { TokenName } from "../model/token.js";
import type { BarsSource } from "../strategy/view/bars-source.js";
import type { BarNeed } from "../strategy/bind/needs.js";

const key = (token: TokenName, interval: number): string => `${token} ${interval}`;

/** The bars of a run as its strategies saw them, one tick after the other. */
export class RecordedBars implements BarsSource {
  readonly #series = new Map<string, BarSeries>();
  readonly #most = new Map<string, number>();

  /** @param needs of all strategies that will ask */
  constructor(needs: Iterable<BarNeed>) {
    for (const { token, interval, count } of needs) {
      const name = key(token, interval);
      this.#most.set(name, Math.max(count, this.#most.get(name) ?? 0));
    }
  }

  /** Takes in what a tick brought; bars that nobody will ask for are left out. */
  add(series: TickRecord["bars"]): void {
    for (const { token, interval, bars } of series) {
      if (!this.#most.has(key(token, interval))) continue;
      const kept = this.#of(token, interval);
      for (const { time, open, high, low, close, volume } of bars) kept.push(time, open, high, low, close, volume);
    }
  }

  /** Fewer, or none, where the run had not as many: its strategy may need other bars today. */
  last(token: TokenName, interval: number, count: number): BarSpan {
    return this.#of(token, interval).last(count);
  }

  #of(token: TokenName, interval: number): BarSeries {
    const name = key(token, interval);
    const series = this.#series.get(name) ?? new BarSeries(interval, this.#most.get(name) ?? 1);
    this.#series.set(name, series);
    return series;
  }
}
