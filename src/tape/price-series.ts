import type { PricePoint } from "../model/history.js";

/** The prices of one token as two columns, oldest first. A price holds until the next one. */
export class PriceSeries {
  /**
   * @param times epoch milliseconds, strictly rising, at least one
   * @param prices USD, above 0, as many as times
   * @param end when the last price ceases to hold, epoch milliseconds
   */
  constructor(
    readonly times: Float64Array,
    readonly prices: Float64Array,
    readonly end: number,
  ) {}

  get start(): number {
    return this.times[0] as number;
  }

  /** The price that holds at a moment; null before the first and from `end` on. */
  at(at: number): number | null {
    if (at >= this.end) return null;
    const index = this.#firstAfter(at) - 1;
    return index < 0 ? null : (this.prices[index] as number);
  }

  /** The points in [from, until). */
  points(from: number, until: number): PricePoint[] {
    const points: PricePoint[] = [];
    for (let i = this.indexAtOrAfter(from); i < this.times.length; i++) {
      const at = this.times[i] as number;
      if (at >= until) break;
      points.push({ at, usd: this.prices[i] as number });
    }
    return points;
  }

  /** The index of the first time later than `at`; the length where there is none. */
  #firstAfter(at: number): number {
    let low = 0;
    let high = this.times.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.times[middle] as number) <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The index of the first time at or after a moment; the length where there is none. */
  indexAtOrAfter(at: number): number {
    const after = this.#firstAfter(at);
    return after > 0 && this.times[after - 1] === at ? after - 1 : after;
  }
}
