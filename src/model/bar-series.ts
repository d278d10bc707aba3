import { BAR_COLUMNS, type BarColumn, type Bars } from "./bar.js";

type Columns = Record<BarColumn, Float64Array>;

/** Where some bars stand. */
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

/** Bars that columns have room for at first, and where few are kept: moving the last ones to the front is dear. */
const ROOM = 512;

/**
 * Closed bars of one token and interval, as columns. It keeps at least the last `keep` bars in flat
 * memory: full columns double until they hold twice as many, then the last ones move to the front.
 */
export class BarSeries {
  /** Milliseconds. */
  readonly interval: number;
  // A number from the start: a field that was anything else first is checked at each look.
  readonly #keep: number = 0;
  #columns: Columns;
  #end = 0;
  #pushed = 0;
  /** To be called before the next change. */
  #holders: (() => void)[] = [];

  /** @param keep how many bars may be asked for at once, at least 1 */
  constructor(interval: number, keep: number) {
    this.interval = interval;
    this.#keep = Math.max(1, keep);
    this.#columns = allocate(ROOM);
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
    if (this.#holders.length > 0) this.#tellHolders();
    if (this.#end === this.#columns.time.length) this.#makeRoom();
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

  /** The last `count` bars, without copying: good until the next push. Fewer where there are not as many. */
  last(count: number): Bars {
    const start = Math.max(0, this.#end - Math.min(count, this.#keep));
    const { time, open, high, low, close, volume } = this.#columns;
    return {
      length: this.#end - start,
      interval: this.interval,
      time: time.subarray(start, this.#end),
      open: open.subarray(start, this.#end),
      high: high.subarray(start, this.#end),
      low: low.subarray(start, this.#end),
      close: close.subarray(start, this.#end),
      volume: volume.subarray(start, this.#end),
    };
  }

  /** Where the last `count` bars stand, for who copies them: good until the next push. Fewer where there are not as many. */
  span(count: number): BarSpan {
    const length = Math.min(count, this.length);
    return { interval: this.interval, columns: this.#columns, start: this.#end - length, length };
  }

  /** A column, of which the last `length` before `end` are bars that can be asked for: good until the next push. */
  column(name: BarColumn): Float64Array {
    return this.#columns[name];
  }

  /** Where the last bar ends in each column. */
  get end(): number {
    return this.#end;
  }

  /** Calls `hold` before the bars change next, once, unless `changeFreely` takes that back: for who must keep what there is now. */
  beforeChange(hold: () => void): void {
    this.#holders.push(hold);
  }

  changeFreely(hold: () => void): void {
    const holders = this.#holders;
    if (holders[holders.length - 1] === hold) holders.pop();
    else this.#holders = holders.filter((one) => one !== hold);
  }

  clear(): void {
    if (this.#holders.length > 0) this.#tellHolders();
    this.#end = 0;
  }

  #tellHolders(): void {
    const holders = this.#holders;
    this.#holders = [];
    for (const hold of holders) hold();
  }

  #makeRoom(): void {
    const capacity = this.#columns.time.length;
    const kept = Math.min(this.#end, this.#keep);
    const grown = capacity < 2 * this.#keep ? allocate(2 * capacity) : this.#columns;
    // A view that is still in somebody's hands may see these numbers move: `last` says so.
    for (const name of BAR_COLUMNS) grown[name].set(this.#columns[name].subarray(this.#end - kept, this.#end));
    this.#columns = grown;
    this.#end = kept;
  }
}
