import { ownGetters } from "../../core/own-getters.js";
import type { BarColumn, Bars } from "../../model/bar.js";
import type { BarSpan } from "../../model/bar-series.js";

/** A column of an asker's own, copied when it is first looked at. */
class OwnColumn {
  readonly #name: BarColumn;
  readonly #span: () => BarSpan;
  #values = new Float64Array(0);
  /** What it was copied from. */
  #copied: BarSpan | null = null;

  constructor(name: BarColumn, span: () => BarSpan) {
    this.#name = name;
    this.#span = span;
  }

  get values(): Float64Array {
    const span = this.#span();
    if (span !== this.#copied) this.#copy(span);
    return this.#values;
  }

  #copy(span: BarSpan): void {
    const { columns, start, length } = span;
    const column = columns[this.#name];
    if (this.#values.length !== length) this.#values = new Float64Array(length);
    for (let i = 0; i < length; i++) this.#values[i] = column[start + i] as number;
    this.#copied = span;
  }
}

/**
 * Bars as a strategy sees them. The columns are the asker's own: sorting one to find a median must change no bar of
 * anybody. The members are own members, so that the bars can be taken apart and spread.
 */
export class OwnBars implements Bars {
  declare readonly length: number;
  declare readonly time: Float64Array;
  declare readonly open: Float64Array;
  declare readonly high: Float64Array;
  declare readonly low: Float64Array;
  declare readonly close: Float64Array;
  declare readonly volume: Float64Array;
  readonly #span: () => BarSpan;
  readonly #columns: Readonly<Record<BarColumn, OwnColumn>>;

  /** @param span what they are copied from: another one at each tick */
  constructor(
    readonly interval: number,
    span: () => BarSpan,
  ) {
    const column = (name: BarColumn): OwnColumn => new OwnColumn(name, span);
    this.#span = span;
    this.#columns = {
      time: column("time"),
      open: column("open"),
      high: column("high"),
      low: column("low"),
      close: column("close"),
      volume: column("volume"),
    };
    Object.defineProperties(this, OwnBars.#getters);
    Object.freeze(this);
  }

  static readonly #getters = ownGetters<OwnBars>({
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
