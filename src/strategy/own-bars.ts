import { BAR_COLUMNS, type BarColumn, type Bars } from "../model/bar.js";
import type { BarSeries } from "../model/bar-series.js";
import type { BarsSource } from "./bars-source.js";
import type { BarNeed } from "./needs.js";

/** Where columns are copied from. */
interface Origin {
  readonly length: number;
  /** Copies the last `into.length` values of a column. */
  copyLast(column: BarColumn, into: Float64Array): void;
}

/** One column of the asker's own. It is copied when it is first looked at after `drop`. */
class OwnColumn {
  #values = new Float64Array(0);
  #copied = false;

  constructor(readonly name: BarColumn) {}

  values(origin: Origin, length: number): Float64Array {
    if (this.#copied) return this.#values;
    if (this.#values.length !== length) this.#values = new Float64Array(length);
    origin.copyLast(this.name, this.#values);
    this.#copied = true;
    return this.#values;
  }

  drop(): void {
    this.#copied = false;
  }
}

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
  readonly #columns: readonly OwnColumn[];
  #origin: Origin | null = null;
  #length = 0;

  constructor(need: BarNeed, source: BarsSource) {
    this.#need = need;
    this.#source = source;
    this.#series = source.series?.(need.token, need.interval) ?? null;
    this.#columns = BAR_COLUMNS.map((name) => new OwnColumn(name));
    this.bars = Object.freeze(this.#made());
  }

  /** Another moment: what was copied is of the past. */
  renew(): void {
    if (this.#origin === null) return;
    this.#origin = null;
    for (let i = 0; i < this.#columns.length; i++) (this.#columns[i] as OwnColumn).drop();
  }

  /** Copies everything of this moment. */
  keep(): void {
    for (const column of this.#columns) this.#column(column);
  }

  #column(column: OwnColumn): Float64Array {
    const origin = this.#origin ?? this.#begin();
    return column.values(origin, this.#length);
  }

  #begin(): Origin {
    const { token, interval, count } = this.#need;
    const origin = this.#series ?? originOf(this.#source.last(token, interval, count));
    this.#origin = origin;
    this.#length = Math.min(count, origin.length);
    return origin;
  }

  #made(): Bars {
    const { interval } = this.#need;
    const [time, open, high, low, close, volume] = this.#columns as [
      ...[OwnColumn, OwnColumn, OwnColumn, OwnColumn, OwnColumn, OwnColumn],
    ];
    const column = (one: OwnColumn): Float64Array => this.#column(one);
    const length = (): number => {
      if (this.#origin === null) this.#begin();
      return this.#length;
    };
    return {
      get length() {
        return length();
      },
      interval,
      get time() {
        return column(time);
      },
      get open() {
        return column(open);
      },
      get high() {
        return column(high);
      },
      get low() {
        return column(low);
      },
      get close() {
        return column(close);
      },
      get volume() {
        return column(volume);
      },
    };
  }
}

function originOf(bars: Bars): Origin {
  return {
    length: bars.length,
    copyLast(column, into) {
      const values = bars[column];
      into.set(values.subarray(values.length - into.length));
    },
  };
}
