import { barProblem, MEND, numberProblem } from "../bar-checks.js";
import { LINE_FEED } from "../csv-cells.js";
import { CsvCursor } from "./csv-cursor.js";
import type { Four, Layout } from "./layout.js";
import type { OnProblem } from "./problem.js";
import { TimeReader } from "./times.js";

/** Rows of a file as columns, in the order of the lines: of bars open, high, low, close, volume; of prices the price. */
export interface Rows {
  readonly kind: "bars" | "prices";
  /** Epoch milliseconds. */
  readonly times: Float64Array;
  readonly values: readonly Float64Array[];
  /** The line of each row. */
  readonly lines: Uint32Array;
  /** How the times are written, for people. */
  readonly timesAre: string;
  /** Rows that were left out: they say of themselves that their bar is not finished. */
  readonly unfinished: number;
  /** The same: in a table with one column a symbol, those where this one has nothing. */
  readonly unpriced: number;
}

/** Rows between two reports of how far it is. */
const REPORT = 16_384;

/** Reads every line of a file; what is wrong with one is told, and the line is left out. */
export function readRows(
  file: string,
  bytes: Uint8Array,
  layout: Layout,
  onProblem: OnProblem,
  onBytes: (done: number) => void = () => undefined,
): Rows {
  const capacity = countRows(bytes, layout);
  const kind = layout.values.kind === "prices" || layout.values.kind === "middle" ? "prices" : "bars";
  const values = Array.from({ length: kind === "bars" ? 5 : 1 }, () => new Float64Array(capacity));
  const times = new Float64Array(capacity);
  const lines = new Uint32Array(capacity);
  const reader = new RowReader(file, layout, onProblem);
  const cursor = new CsvCursor(bytes, layout.delimiter, layout.begin, layout.line, layout.decimalComma);
  let length = 0;
  while (cursor.next()) {
    if (cursor.line % REPORT === 0) onBytes(cursor.position);
    if (!reader.read(cursor)) continue;
    times[length] = reader.time;
    lines[length] = cursor.line;
    for (let column = 0; column < values.length; column++)
      (values[column] as Float64Array)[length] = reader.values[column] as number;
    length++;
  }
  onBytes(bytes.length);
  return {
    kind,
    times: times.subarray(0, length),
    values: values.map((column) => column.subarray(0, length)),
    lines: lines.subarray(0, length),
    timesAre: reader.timesAre,
    unfinished: reader.unfinished,
    unpriced: reader.unpriced,
  };
}

/** Reads one line at a time into `time` and `values`. */
class RowReader {
  time = 0;
  unfinished = 0;
  unpriced = 0;
  readonly values = new Float64Array(5);
  readonly #file: string;
  readonly #layout: Layout;
  readonly #onProblem: OnProblem;
  readonly #times: TimeReader;

  constructor(file: string, layout: Layout, onProblem: OnProblem) {
    this.#file = file;
    this.#layout = layout;
    this.#onProblem = onProblem;
    this.#times = new TimeReader(layout, layout.names[layout.time] || "time");
  }

  get timesAre(): string {
    return this.#times.description;
  }

  /** False where the line is not to be used; why was told, or counted. */
  read(row: CsvCursor): boolean {
    const { cells, confirm } = this.#layout;
    if (row.cells !== cells) return this.#tell(row, `expected ${cells} columns, found ${row.cells}`, MEND);
    if (confirm !== undefined && row.number(confirm) === 0) {
      this.unfinished++;
      return false;
    }
    this.time = this.#times.read(row);
    if (Number.isNaN(this.time)) return this.#tell(row, this.#times.problem, this.#times.remedy);
    return this.#readValues(row);
  }

  #readValues(row: CsvCursor): boolean {
    const { values } = this.#layout;
    if (values.kind === "prices") {
      if (values.table && Number.isNaN(row.number(values.price)) && row.text(values.price) === "") {
        this.unpriced++;
        return false;
      }
      return this.#cell(row, values.price, 0, "price");
    }
    if (values.kind === "middle") return this.#between(row, values.bid, values.ask, 0);
    if (values.kind === "bid-ask") return this.#middle(row, values.bid, values.ask) && this.#bar(row);
    const { open, high, low, close, volume } = values;
    const four: Four = [open, high, low, close];
    if (!four.every((cell, column) => this.#cell(row, cell, column, "price"))) return false;
    if (volume === null) this.values[4] = Number.NaN;
    else if (!this.#cell(row, volume, 4, "volume")) return false;
    return this.#bar(row);
  }

  /** The middle of bid and ask: no trade was made there, so there is no volume either. */
  #middle(row: CsvCursor, bid: Four, ask: Four): boolean {
    this.values[4] = Number.NaN;
    return [0, 1, 2, 3].every((column) => this.#between(row, bid[column] as number, ask[column] as number, column));
  }

  #between(row: CsvCursor, bid: number, ask: number, column: number): boolean {
    if (!this.#cell(row, bid, column, "price")) return false;
    const below = this.values[column] as number;
    if (!this.#cell(row, ask, column, "price")) return false;
    this.values[column] = (below + (this.values[column] as number)) / 2;
    return true;
  }

  #cell(row: CsvCursor, cell: number, column: number, what: "price" | "volume"): boolean {
    const value = row.number(cell);
    this.values[column] = value;
    if (what === "price" ? value > 0 && value < Infinity : value >= 0 && value < Infinity) return true;
    const { problem, remedy } = numberProblem(this.#layout.names[cell] ?? what, row.text(cell), value, what);
    return this.#tell(row, problem, remedy);
  }

  #bar(row: CsvCursor): boolean {
    const [open = 0, high = 0, low = 0, close = 0] = this.values;
    const wrong = barProblem(open, high, low, close);
    return wrong === null || this.#tell(row, wrong.problem, wrong.remedy);
  }

  #tell({ line }: CsvCursor, problem: string, remedy: string): false {
    this.#onProblem({ code: "TAPE_ROW", file: this.#file, line, problem, remedy });
    return false;
  }
}

/** The shortest time is a day in digits, `20240131`, before a cell of at least one more for each delimiter. */
const SHORTEST_TIME = 8;

/** Lines that are long enough to be rows: millions of empty ones take no memory. */
function countRows(bytes: Uint8Array, { begin, cells }: Layout): number {
  const least = SHORTEST_TIME + cells - 1;
  let rows = 0;
  for (let from = begin; from < bytes.length;) {
    const end = bytes.indexOf(LINE_FEED, from);
    const until = end === -1 ? bytes.length : end;
    if (until - from >= least) rows++;
    from = until + 1;
  }
  return rows;
}
