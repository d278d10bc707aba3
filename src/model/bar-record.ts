import { BAR_COLUMNS, type Bar, type Bars } from "./bar.js";
import type { TokenName } from "./token.js";

/** Bars that closed, as they are written down: row by row, each once. */
export interface BarRows {
  readonly token: TokenName;
  /** Milliseconds. */
  readonly interval: number;
  readonly bars: readonly Bar[];
}

/** Such bars in flat memory, column after column: a third of the memory of rows, which are made when they are asked for. */
export class BarRecord implements BarRows {
  readonly interval: number;
  readonly #numbers: Float64Array;
  readonly #length: number;

  /** @param bars are copied */
  constructor(
    readonly token: TokenName,
    bars: Bars,
  ) {
    this.interval = bars.interval;
    this.#length = bars.length;
    this.#numbers = new Float64Array(BAR_COLUMNS.length * bars.length);
    BAR_COLUMNS.forEach((name, column) => this.#numbers.set(bars[name], column * bars.length));
  }

  get bars(): readonly Bar[] {
    return Array.from({ length: this.#length }, (_, row) => this.#row(row));
  }

  #row(row: number): Bar {
    const cell = (column: number): number => this.#numbers[column * this.#length + row] as number;
    const volume = cell(5);
    const bar = { time: cell(0), open: cell(1), high: cell(2), low: cell(3), close: cell(4) };
    return Number.isNaN(volume) ? bar : { ...bar, volume };
  }
}
