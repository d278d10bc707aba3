import { formatDuration } from "../../core/time/duration.js";
import { TapeConflictError, TapeEmptyError } from "../errors.js";
import { commonDistance, usualInterval } from "../interval.js";
import type { Values } from "./layout.js";
import { inOrder } from "./order.js";
import { refuse, type OnProblem } from "./problem.js";
import { recognise, type LayoutHints } from "./recognise.js";
import { readRows, type Rows } from "./rows.js";
import { csvOfJson, isJson } from "./json.js";
import { checkLines, readTapeFile } from "./read-file.js";

/** The contents of a CSV file, in order of time. */
export interface CsvSeries extends Rows {
  readonly file: string;
  /** Milliseconds: the length of a bar, or the usual distance of prices. */
  readonly interval: number;
  /** What was guessed and what was done, a line each. */
  readonly notes: readonly string[];
}

export interface CsvOptions extends LayoutHints {
  /** Put rows in order that are not, and drop those that stand twice. */
  readonly sort?: boolean | undefined;
  /** Default: the first problem is thrown. */
  readonly onProblem?: OnProblem;
  /** Told of how many bytes of the (uncompressed) file are read. */
  readonly onBytes?: (done: number, of: number) => void;
}

/**
 * Reads a file of CSV or JSON, plain or gzip, of bars, of bars of bid and ask, or of prices. Throws a TapeError that
 * names the file and, where there is one, the line.
 */
export function readCsv(file: string, options: CsvOptions = {}): CsvSeries {
  const { onProblem = refuse, onBytes, sort = false } = options;
  const { bytes, name, notes: told } = readTable(file);
  const layout = recognise(name, bytes, options);
  const read = readRows(name, bytes, layout, onProblem, (done) => onBytes?.(done, bytes.length));
  const { rows, notes } = inOrder(name, read, sort ? "sort" : "either way", onProblem);
  const leftOut = leftOutOf(rows);
  if (rows.times.length < 2)
    throw new TapeEmptyError(
      `${file} holds ${[rows.times.length === 0 ? "no row" : "one row only", ...leftOut].join(" beside ")}: at least two are needed`,
      { remedy: "Use a longer range. The interval is derived from the distance of the rows." },
    );
  const interval = rows.kind === "prices" ? usualInterval(rows.times) : barLength(name, rows, onProblem);
  return {
    ...rows,
    file,
    interval,
    notes: [
      ...told,
      `${layout.name}${columnsOf(layout.values, layout.names)}`,
      rows.timesAre,
      ...leftOut.map((what) => `${what}: left out`),
      ...notes,
    ],
  };
}

/** Rows that are no prices of the token, and say so themselves. */
function leftOutOf({ unfinished, unpriced }: Rows): string[] {
  const what = unfinished === 1 ? "one row whose bar is" : `${unfinished} rows whose bars are`;
  const rows = unpriced === 1 ? "one row" : `${unpriced} rows`;
  return [
    ...(unfinished === 0 ? [] : [`${what} not finished (confirm is 0)`]),
    ...(unpriced === 0 ? [] : [`${rows} without a price in the column`]),
  ];
}

/** The distance that most bars have; a shorter one means that bars overlap. */
function barLength(file: string, { times, lines }: Rows, onProblem: OnProblem): number {
  const common = commonDistance(times);
  const short = times.findIndex((at, i) => i > 0 && at - (times[i - 1] as number) < common);
  if (short !== -1)
    onProblem({
      code: "TAPE_ROW",
      file,
      line: lines[short] as number,
      problem: `this bar begins ${formatDuration((times[short] as number) - (times[short - 1] as number))} after the previous one, although bars are ${formatDuration(common)} long`,
      remedy: "Remove the line, or import bars of different lengths into different tapes.",
    });
  return common;
}

function columnsOf(values: Values, names: readonly string[]): string {
  if (values.kind === "prices") return ` of the column "${names[values.price]}"`;
  if (values.kind === "bars" && values.volume === null) return ", without a volume";
  return "";
}

/** Throws TapeConflictError unless two series can stand on one track. */
export function checkSameKind(
  what: string,
  a: { readonly kind: string; readonly interval: number },
  b: { readonly kind: string; readonly interval: number },
): void {
  if (a.kind !== b.kind)
    throw new TapeConflictError(`${what}: ${a.kind} and ${b.kind} cannot be stored together`, {
      remedy: "Import one of the two, or each into its own tape.",
    });
  if (a.kind === "bars" && a.interval !== b.interval)
    throw new TapeConflictError(
      `${what}: bars of ${formatDuration(a.interval)} and of ${formatDuration(b.interval)} cannot be stored together`,
      { remedy: "Import bars of different lengths into different tapes." },
    );
}

/** A file as lines of CSV. */
interface Table {
  readonly bytes: Uint8Array;
  /** What messages call the file. */
  readonly name: string;
  /** What was done, for people. */
  readonly notes: readonly string[];
}

/** Reads a file of CSV, or of JSON, which becomes CSV with a line for each row. Throws a TapeError that names the file. */
function readTable(file: string): Table {
  const bytes = readTapeFile(file);
  if (isJson(bytes)) {
    const csv = csvOfJson(file, bytes);
    return { bytes: csv, name: `${file} (JSON, with a line for each row)`, notes: ["JSON"] };
  }
  checkLines(file, bytes);
  return { bytes, name: file, notes: [] };
}
