import { ownGetters } from "../../core/own-getters.js";
import { BAR_COLUMNS, type BarColumn, type Bars } from "../../model/bar.js";
import type { BarSpan } from "../../model/bar-series.js";

/** A column of an asker's own, copied when it is first looked at. */
class OwnColumn {
  readonly #name: BarColumn;
  readonly #span: () => BarSpan;
  #values = new Float64Array(0);
  #isCopied = false;

  constructor(name: BarColumn, span: () => BarSpan) {
    this.#name = name;
    this.#span = span;
  }

  renew(): void {
    this.#isCopied = false;
  }

  get values(): Float64Array {
    if (!this.#isCopied) this.#copy(this.#span());
    return this.#values;
  }

  #copy({ columns, start, length }: BarSpan): void {
    if (this.#values.length !== length) this.#values = new Float64Array(length);
    this.#values.set(columns[this.#name].subarray(start, start + length));
    this.#isCopied = true;
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
  readonly #span: () => BarSpan;
  readonly #columns: Readonly<Record<BarColumn, OwnColumn>>;

  constructor(
    readonly interval: number,
    span: () => BarSpan,
    columns: Readonly<Record<BarColumn, OwnColumn>>,
  ) {
    this.#span = span;
    this.#columns = columns;
    Object.defineProperties(this, ShownBars.#getters);
    Object.freeze(this);
  }

  static readonly #getters = ownGetters<ShownBars>({
    length() {
      return this.#span().length;
    },
    time() {
      return this.#columns.time.values;
    },
    open() {
      return this.#columns.open.values;
    },
    high() {
      return this.#columns.high.values;
    },
    low() {
      return this.#columns.low.values;
    },
    close() {
      return this.#columns.close.values;
    },
    volume() {
      return this.#columns.volume.values;
    },
  });
}

/**
 * Bars whose columns are the asker's own: sorting one to find a median must change no bar of anybody.
 * The object serves view after view; the columns are copied when they are looked at.
 */
export class OwnBars {
  /** As strategies see them. */
  readonly bars: Bars;
  readonly #columns: Readonly<Record<BarColumn, OwnColumn>>;

  /** @param span where they are copied from, the same until `renew` */
  constructor(interval: number, span: () => BarSpan) {
    const column = (name: BarColumn): OwnColumn => new OwnColumn(name, span);
    this.#columns = {
      time: column("time"),
      open: column("open"),
      high: column("high"),
      low: column("low"),
      close: column("close"),
      volume: column("volume"),
    };
    this.bars = new ShownBars(interval, span, this.#columns);
  }

  /** There are other bars now. */
  renew(): void {
    for (const name of BAR_COLUMNS) this.#columns[name].renew();
  }
}
