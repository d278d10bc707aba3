import { z } from "zod";
import { checkArguments } from "../core/arguments.js";
import { column, equallyLong, number } from "../core/kinds.js";
import { firstAfter, firstFrom } from "../core/number/sorted.js";
import type { PricePoint } from "../model/history.js";

const COLUMNS = z.object({ times: column, prices: column, end: number }).check(equallyLong("times", "prices"));

/** The prices of readings or bars that are an interval apart: the last one holds for as long. */
export function seriesOf(times: Float64Array, prices: Float64Array, interval: number): PriceSeries {
  return new PriceSeries(times, prices, (times.at(-1) as number) + interval);
}

/** The prices of one token as two columns, oldest first. A price holds until the next one. */
export class PriceSeries {
  /**
   * @param times epoch milliseconds, strictly rising, at least one
   * @param prices USD, above 0, as many as times
   * @param end when the last price ceases to hold, epoch milliseconds
   * @throws ArgumentError for what is no such column or no number; the order of the times is not looked at
   */
  constructor(
    readonly times: Float64Array,
    readonly prices: Float64Array,
    readonly end: number,
  ) {
    checkArguments("PriceSeries", COLUMNS, { times, prices, end });
  }

  get start(): number {
    return this.times[0] as number;
  }

  /** The price that holds at a moment; null before the first and from `end` on. */
  at(at: number): number | null {
    if (at >= this.end) return null;
    const index = firstAfter(this.times, at) - 1;
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

  /** The index of the first time at or after a moment; the length where there is none. */
  indexAtOrAfter(at: number): number {
    return firstFrom(this.times, at);
  }
}
