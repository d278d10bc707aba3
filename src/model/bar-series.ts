import { BAR_COLUMNS, type BarColumn } from "./bar.js";

type Columns = Record<BarColumn, Float64Array>;

/** Some bars of a series: a part of each of its columns. They stay as they are, whatever the series is given afterwards. */
export interface BarSpan {
  /** Milliseconds. */
  readonly interval: number;
  readonly columns: Readonly<Columns>;
  /** Index of the first. */
  readonly start: number;
  readonly length: number;
}

const allocate = (length: number): Columns => ({
  time: new Float64Array(length),
  open: new Float64Array(length),
  high: new Float64Array(length),
  low: new Float64Array(length),
  close: new Float64Array(length),
  volume: new Float64Array(length),
});

/** Bars that columns have room for at least. */
const ROOM = 512;

/**
 * Closed bars of one token and interval, as columns. At least the last `keep` bars can be asked for. What is in a column
 * is never changed: when the columns are full, the last bars are copied to new ones.
 */
export class BarSeries {
  /** Milliseconds. */
  readonly interval: number;
  readonly #keep: number;
  readonly #room: number;
  #columns: Columns;
  #end = 0;
  #pushed = 0;

  /** @param keep how many bars may be asked for at once, at least 1 */
  constructor(interval: number, keep: number) {
    this.interval = interval;
    this.#keep = Math.max(1, keep);
    this.#room = Math.max(ROOM, 2 * this.#keep);
    this.#columns = allocate(this.#room);
  }

  /** Bars that can be asked for now. */
  get length(): number {
    return Math.min(this.#end, this.#keep);
  }

  /** Bars that were ever pushed, those that are gone included. */
  get pushed(): number {
    return this.#pushed;
  }

  /** The last close, or null where there is no bar. */
  get lastClose(): number | null {
    return this.#end === 0 ? null : (this.#columns.close[this.#end - 1] as number);
  }

  /** @param volume tokens traded; NaN where that is not known */
  push(time: number, open: number, high: number, low: number, close: number, volume = Number.NaN): void {
    if (this.#end === this.#room) this.#begin(this.last(this.#keep));
    const columns = this.#columns;
    const i = this.#end++;
    columns.time[i] = time;
    columns.open[i] = open;
    columns.high[i] = high;
    columns.low[i] = low;
    columns.close[i] = close;
    columns.volume[i] = volume;
    this.#pushed++;
  }

  /** The last `count` bars, without copying. Fewer where there are not as many. */
  last(count: number): BarSpan {
    const length = Math.min(count, this.length);
    return { interval: this.interval, columns: this.#columns, start: this.#end - length, length };
  }

  clear(): void {
    this.#begin(this.last(0));
  }

  /** Goes on in new columns, which begin with these bars. */
  #begin({ columns, start, length }: BarSpan): void {
    const begun = allocate(this.#room);
    for (const name of BAR_COLUMNS) begun[name].set(columns[name].subarray(start, start + length));
    this.#columns = begun;
    this.#end = length;
  }
}
