import { BAR_COLUMNS, type Bar, type BarColumn } from "./bar.js";
import type { BarSpan } from "./bar-series.js";
import type { TokenName } from "./token.js";

/** Bars that closed, as they are written down: row by row, each once. */
export interface BarRows {
  readonly token: TokenName;
  /** Milliseconds. */
  readonly interval: number;
  readonly bars: readonly Bar[];
}

/** What there is to keep of bars that have one price each and no volume, as bars of samples mostly are. */
const FLAT_COLUMNS: readonly BarColumn[] = ["time", "open"];

/**
 * Such bars in flat memory, column after column: a third of the memory of rows, which are made when they are asked for.
 * Bars of one price each take a third of that.
 */
export class BarRecord implements BarRows {
  readonly interval: number;
  readonly #numbers: Float64Array;
  readonly #length: number;
  readonly #flat: boolean;

  /** @param span its bars are copied */
  constructor(
    readonly token: TokenName,
    span: BarSpan,
  ) {
    const { interval, columns, start, length } = span;
    this.interval = interval;
    this.#length = length;
    this.#flat = isFlat(span);
    const kept = this.#flat ? FLAT_COLUMNS : BAR_COLUMNS;
    this.#numbers = new Float64Array(kept.length * length);
    kept.forEach((name, i) => this.#numbers.set(columns[name].subarray(start, start + length), i * length));
  }

  get bars(): readonly Bar[] {
    return Array.from({ length: this.#length }, (_, row) => this.#row(row));
  }

  #row(row: number): Bar {
    const cell = (column: number): number => this.#numbers[column * this.#length + row] as number;
    const [time, open] = [cell(0), cell(1)];
    if (this.#flat) return { time, open, high: open, low: open, close: open };
    const volume = cell(5);
    const bar = { time, open, high: cell(2), low: cell(3), close: cell(4) };
    return Number.isNaN(volume) ? bar : { ...bar, volume };
  }
}

/** Whether each bar has one price and no volume. */
function isFlat({ columns, start, length }: BarSpan): boolean {
  const { open, high, low, close, volume } = columns;
  for (let i = start; i < start + length; i++) {
    const price = open[i];
    if (high[i] !== price || low[i] !== price || close[i] !== price || !Number.isNaN(volume[i])) return false;
  }
  return true;
}
