import { ownGetters } from "../../core/own-getters.js";
import type { BarColumn, Bars } from "../../model/bar.js";
import type { BarSeries } from "../../model/bar-series.js";
import type { BarsSource } from "./bars-source.js";
import type { BarNeed } from "../bind/needs.js";

/** Where columns are copied from. */
interface Origin {
  readonly length: number;
  /** A column, of which the last `length` values before `end` count; others may stand in it too. */
  column(name: BarColumn): Float64Array;
  readonly end: number;
}

/** Counts moments: in another one, what was copied is of the past. */
export interface Moments {
  readonly count: number;
}

/** Of more bars no views are kept: to copy them takes longer than to make one, and there would be more views than bars. */
const LONG = 256;

/** One column of the asker's own. It is copied when it is first looked at in a moment. */
class OwnColumn {
  #values = new Float64Array(0);
  #moment = -1;
  /**
   * Views on what is copied, by where they begin: the columns of a series are filled again and again, and to make a view
   * takes five times as long as to copy by one.
   */
  #views: Float64Array[] = [];
  #viewed: Float64Array | null = null;

  constructor(readonly name: BarColumn) {}

  values(moment: number, own: OwnBars): Float64Array {
    if (this.#moment !== moment) this.#copy(moment, own.origin(), own.length);
    return this.#values;
  }

  #copy(moment: number, origin: Origin, length: number): void {
    const column = origin.column(this.name);
    if (column !== this.#viewed || length !== this.#values.length) this.#begin(column, length);
    const start = origin.end - length;
    if (length > LONG) this.#values.set(column.subarray(start, origin.end));
    else this.#values.set((this.#views[start] ??= column.subarray(start, origin.end)));
    this.#moment = moment;
  }

  #begin(column: Float64Array, length: number): void {
    this.#viewed = column;
    this.#views = length > LONG ? [] : new Array<Float64Array>(column.length - length + 1);
    if (this.#values.length !== length) this.#values = new Float64Array(length);
  }
}

/** Bars as strategies see them: their members are its own, so that it can be taken apart and spread. */
class ShownBars implements Bars {
  declare readonly length: number;
  declare readonly time: Float64Array;
  declare readonly open: Float64Array;
  declare readonly high: Float64Array;
  declare readonly low: Float64Array;
  declare readonly close: Float64Array;
  declare readonly volume: Float64Array;
  readonly interval: number;
  readonly #own: OwnBars;
  readonly #time: OwnColumn;
  readonly #open: OwnColumn;
  readonly #high: OwnColumn;
  readonly #low: OwnColumn;
  readonly #close: OwnColumn;
  readonly #volume: OwnColumn;

  constructor(own: OwnBars, interval: number) {
    this.interval = interval;
    this.#own = own;
    const [time, open, high, low, close, volume] = own.columns;
    this.#time = time;
    this.#open = open;
    this.#high = high;
    this.#low = low;
    this.#close = close;
    this.#volume = volume;
    Object.defineProperties(this, ShownBars.#getters);
    Object.freeze(this);
  }

  static readonly #getters = ownGetters<ShownBars>({
    length() {
      return this.#own.length;
    },
    time() {
      return this.#own.column(this.#time);
    },
    open() {
      return this.#own.column(this.#open);
    },
    high() {
      return this.#own.column(this.#high);
    },
    low() {
      return this.#own.column(this.#low);
    },
    close() {
      return this.#own.column(this.#close);
    },
    volume() {
      return this.#own.column(this.#volume);
    },
  });
}

type OwnColumns = readonly [OwnColumn, OwnColumn, OwnColumn, OwnColumn, OwnColumn, OwnColumn];

/**
 * Bars whose columns are the asker's own: sorting one to find a median must change no bar of anybody.
 * The object serves moment after moment; the columns are copied when they are looked at.
 */
export class OwnBars {
  /** As strategies see them. */
  readonly bars: Bars;
  readonly #need: BarNeed;
  readonly #source: BarsSource;
  readonly #series: BarSeries | null;
  /** In the order of `ShownBars`. */
  readonly columns: OwnColumns;
  #origin: Origin | null = null;
  #length = 0;
  #moment = -1;
  readonly #moments: Moments;

  constructor(need: BarNeed, source: BarsSource, moments: Moments) {
    this.#need = need;
    this.#moments = moments;
    this.#source = source;
    this.#series = source.series?.(need.token, need.interval) ?? null;
    this.columns = [
      new OwnColumn("time"),
      new OwnColumn("open"),
      new OwnColumn("high"),
      new OwnColumn("low"),
      new OwnColumn("close"),
      new OwnColumn("volume"),
    ];
    this.bars = new ShownBars(this, need.interval);
  }

  /** Copies everything of this moment. */
  keep(): void {
    for (const column of this.columns) this.column(column);
  }

  get length(): number {
    // Where this is the first look of the moment it sets it.
    this.origin();
    return this.#length;
  }

  /** The asker's own copy of a column. */
  column(column: OwnColumn): Float64Array {
    return column.values(this.#moments.count, this);
  }

  /** Where columns of this moment are copied from. */
  origin(): Origin {
    const now = this.#moments.count;
    if (this.#origin !== null && this.#moment === now) return this.#origin;
    this.#moment = now;
    return this.#begin();
  }

  #begin(): Origin {
    const { token, interval, count } = this.#need;
    const origin = this.#series ?? originOf(this.#source.last(token, interval, count));
    this.#origin = origin;
    this.#length = Math.min(count, origin.length);
    return origin;
  }
}

function originOf(bars: Bars): Origin {
  return { length: bars.length, end: bars.length, column: (name) => bars[name] };
}
