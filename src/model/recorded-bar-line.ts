import { firstAfter } from "../core/number/sorted.js";
import { LONGEST_HOLE } from "./bar-builder.js";
import { BarSeries } from "./bar-series.js";
import type { Bars } from "./bar.js";

/**
 * Gives out recorded bars one after the other, each once it has closed. A hole in them is treated as
 * `BarBuilder` treats one: flat bars at the last close (their volume not known) for up to
 * `LONGEST_HOLE` intervals, so that several tokens stay aligned; after a longer one the series starts anew.
 */
export class RecordedBarLine {
  readonly series: BarSeries;
  readonly #bars: Bars;
  readonly #keep: number;
  /** Index of the next recorded bar; -1 before the first moment. */
  #next = -1;
  /** Opening time of the next bar, recorded or flat; NaN while none has been given out. */
  #time = Number.NaN;
  /** Milliseconds at which something can close: before, there is nothing to do. */
  #due = -Infinity;
  #flat = 0;

  /**
   * @param bars all that were recorded, the future included
   * @param keep bars that may be asked for at once
   */
  constructor(bars: Bars, keep: number) {
    this.series = new BarSeries(bars.interval, keep);
    this.#bars = bars;
    this.#keep = keep;
  }

  /** The start of the bar that has not closed yet; NaN before the first one. */
  get current(): number {
    return this.#time;
  }

  /** Prices are not what these bars are made of. */
  point(): void {}

  /** Gives out every bar that closed at or before `now`; the first call also the past that may be asked for. */
  advance(now: number): void {
    if (now < this.#due) return;
    if (this.#next === -1)
      this.#next = Math.max(0, firstAfter(this.#bars.time, now - this.#bars.interval) - this.#keep);
    while (this.#step(now)) continue;
  }

  /** One bar, where one has closed. */
  #step(now: number): boolean {
    const { time, interval } = this.#bars;
    const recorded = this.#next < this.#bars.length ? (time[this.#next] as number) : Infinity;
    const begins = Number.isNaN(this.#time) ? recorded : this.#time;
    if (begins + interval > now) return this.#wait(begins + interval);
    if (recorded <= begins) return this.#take(recorded);
    if (this.#flat >= LONGEST_HOLE) return this.#startAnew(recorded, now);
    const close = this.series.lastClose as number;
    this.series.push(begins, close, close, close, close);
    this.#flat++;
    this.#time = begins + interval;
    return true;
  }

  #take(begins: number): true {
    const { open, high, low, close, volume, interval } = this.#bars;
    const i = this.#next++;
    this.series.push(begins, open[i] as number, high[i] as number, low[i] as number, close[i] as number, volume[i]);
    this.#flat = 0;
    this.#time = begins + interval;
    return true;
  }

  /** Whether anything comes after the hole must not show: that would be news from the future. */
  #startAnew(recorded: number, now: number): boolean {
    this.series.clear();
    this.#time = Number.NaN;
    this.#flat = 0;
    return recorded + this.#bars.interval <= now ? this.#take(recorded) : this.#wait(recorded + this.#bars.interval);
  }

  #wait(until: number): false {
    this.#due = until;
    return false;
  }
}
