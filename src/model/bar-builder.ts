import { BarSeries } from "./bar-series.js";

/** Intervals in a row without a price that are filled with flat bars; a longer hole starts the series anew. */
export const LONGEST_HOLE = 12;

/**
 * Turns price points into closed bars, everywhere: live, warming up, in a backtest.
 *
 * Bars are aligned to the epoch and cover [time, time + interval): a point at the end belongs to the
 * next one. An interval without a point gets a flat bar at the last close, so that the columns of
 * several tokens stay aligned; after more than `LONGEST_HOLE` of these in a row the series starts
 * anew, because that many invented bars would be a guess. The first bar of a series may have seen
 * only the end of its interval.
 */
export class BarBuilder {
  readonly series: BarSeries;
  readonly #interval: number;
  #time = Number.NaN;
  /** When it ends; infinite before the first point, when there is nothing to close. */
  #end = Infinity;
  /** Flat bars closed since the last one that saw a point. */
  #flat = 0;
  /** NaN where the bar being built has seen no point. */
  #open = Number.NaN;
  #high = 0;
  #low = 0;
  #close = 0;

  /**
   * @param interval milliseconds
   * @param keep bars that may be asked for at once
   */
  constructor(interval: number, keep: number) {
    this.series = new BarSeries(interval, keep);
    this.#interval = interval;
  }

  /** The start of the bar that is being built; NaN before the first point. */
  get current(): number {
    return this.#time;
  }

  /** Takes in a price. Points come in the order of their times; one that is older than the bar being built is ignored. */
  point(at: number, usd: number): void {
    if (!(at >= this.#time && at < this.#end)) {
      if (at < this.#time) return;
      this.advance(at);
      if (Number.isNaN(this.#time)) this.#begin(Math.floor(at / this.#interval) * this.#interval);
    }
    if (Number.isNaN(this.#open)) {
      this.#open = this.#high = this.#low = this.#close = usd;
      return;
    }
    if (usd > this.#high) this.#high = usd;
    if (usd < this.#low) this.#low = usd;
    this.#close = usd;
  }

  /** Closes every bar that ended at or before `now`. */
  advance(now: number): void {
    if (now < this.#end) return;
    if (!Number.isNaN(this.#open) && now < this.#end + this.#interval) {
      this.#closeSeen();
      this.#begin(this.#end);
    } else this.#advanceFurther(now);
  }

  /** Over intervals without a point. */
  #advanceFurther(now: number): void {
    const current = Math.floor(now / this.#interval) * this.#interval;
    const passed = (current - this.#time) / this.#interval;
    const seen = !Number.isNaN(this.#open);
    const hole = seen ? passed - 1 : this.#flat + passed;
    if (hole > LONGEST_HOLE) {
      this.#startAnew();
      return;
    }
    const first = seen ? 1 : 0;
    if (seen) this.#closeSeen();
    for (let i = first; i < passed; i++) this.#closeFlat(this.#time + i * this.#interval);
    this.#flat = hole;
    this.#begin(current);
  }

  #begin(time: number): void {
    this.#time = time;
    this.#end = time + this.#interval;
  }

  #closeSeen(): void {
    this.series.push(this.#time, this.#open, this.#high, this.#low, this.#close);
    this.#open = Number.NaN;
    this.#flat = 0;
  }

  #closeFlat(time: number): void {
    const close = this.series.lastClose as number;
    this.series.push(time, close, close, close, close);
  }

  #startAnew(): void {
    this.series.clear();
    this.#time = Number.NaN;
    this.#end = Infinity;
    this.#open = Number.NaN;
  }
}
