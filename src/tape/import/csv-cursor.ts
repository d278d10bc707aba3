import { LINE_FEED, numberIn, textIn } from "../csv-cells.js";

const CARRIAGE_RETURN = 13;
const QUOTE = 34;
const SPACE = 32;
/** More cells than any dump has. */
const MOST = 256;

/** `1234,56`, and with points between thousands `1.234,56`. */
const DECIMAL_COMMA = /^-?(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d+)?(?:[eE][-+]?\d+)?$/;

/** The number of a text with a decimal comma; NaN where it is none. */
function withPoint(text: string): number {
  return DECIMAL_COMMA.test(text) ? Number(text.replaceAll(".", "").replace(",", ".")) : Number.NaN;
}

/**
 * Goes through the lines of a CSV file in memory, without copying; empty ones are left out. Cells may stand in quotes,
 * with delimiters in them, and between spaces.
 */
export class CsvCursor {
  /** Of the line it stands on, counted from 1; cells are counted from 0. */
  line: number;
  cells = 0;
  readonly #bytes: Uint8Array;
  readonly #delimiter: number;
  readonly #starts = new Uint32Array(MOST + 1);
  readonly #decimalComma: boolean;
  #next: number;

  /**
   * @param delimiter the byte between cells
   * @param begin the byte at which line `line` begins
   * @param decimalComma numbers are written like 1.234,56
   */
  constructor(bytes: Uint8Array, delimiter: number, begin = 0, line = 1, decimalComma = false) {
    this.#decimalComma = decimalComma;
    this.#bytes = bytes;
    this.#delimiter = delimiter;
    this.#next = begin;
    this.line = line - 1;
  }

  /** Bytes read so far: where the next line begins. */
  get position(): number {
    return this.#next;
  }

  /** Goes to the next line; false at the end. */
  next(): boolean {
    const bytes = this.#bytes;
    while (this.#next < bytes.length) {
      const from = this.#next;
      const end = bytes.indexOf(LINE_FEED, from);
      const stop = end === -1 ? bytes.length : end;
      this.#next = stop + 1;
      this.line++;
      const until = stop > from && bytes[stop - 1] === CARRIAGE_RETURN ? stop - 1 : stop;
      if (until === from) continue;
      this.#split(from, until);
      return true;
    }
    return false;
  }

  /** The number of a cell; NaN where there is none. */
  number(cell: number): number {
    if (this.#decimalComma) return withPoint(this.text(cell));
    const [from, until] = [this.#from(cell), this.#until(cell)];
    return cell < this.cells ? numberIn(this.#bytes, from, until) : Number.NaN;
  }

  text(cell: number): string {
    return cell < this.cells ? textIn(this.#bytes, this.#from(cell), this.#until(cell)) : "";
  }

  texts(): string[] {
    return Array.from({ length: this.cells }, (_, cell) => this.text(cell));
  }

  #split(from: number, until: number): void {
    this.cells = 0;
    this.#starts[0] = from;
    for (let i = from; i <= until && this.cells < MOST; i++) {
      if (this.#bytes[i] === QUOTE && this.#starts[this.cells] === i) i = this.#quoted(i, until);
      if (i === until || this.#bytes[i] === this.#delimiter) this.#starts[++this.cells] = i + 1;
    }
  }

  /** The end of the cell whose quote opens at `open`; `open` where none closes it. */
  #quoted(open: number, until: number): number {
    for (let i = open + 1; i < until; i++) {
      if (this.#bytes[i] !== QUOTE) continue;
      if (i + 1 === until || this.#bytes[i + 1] === this.#delimiter) return i + 1;
      // Two quotes are one that stands in the cell.
      if (this.#bytes[i + 1] === QUOTE) i++;
    }
    return open;
  }

  #from(cell: number): number {
    let from = this.#starts[cell] as number;
    while (this.#bytes[from] === SPACE) from++;
    return this.#bytes[from] === QUOTE ? from + 1 : from;
  }

  #until(cell: number): number {
    const from = this.#from(cell);
    let until = (this.#starts[cell + 1] as number) - 1;
    while (until > from && this.#bytes[until - 1] === SPACE) until--;
    return until > from && this.#bytes[until - 1] === QUOTE ? until - 1 : until;
  }
}
