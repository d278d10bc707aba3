import type { Bars } from "../model/bar.js";
import { checkRow, checkTime, rowError } from "./bar-checks.js";
import { numberIn, parseIso, textIn } from "./csv-cells.js";
import { TapeEmptyError, TapeHeaderError } from "./errors.js";
import { readTapeFile } from "./read-file.js";

/** What the first line of a file of bars must be. */
export const BAR_HEADER = "timestamp,open,high,low,close,volume";
const COLUMNS = BAR_HEADER.split(",");

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const COMMA = 44;

/**
 * The bars of a CSV file, plain or gzip: `timestamp` is the opening time in epoch milliseconds or
 * ISO 8601, prices are USD. The interval is the shortest distance between two bars; gaps are allowed.
 * Throws a TapeError that names file and line for anything else.
 */
export function readBars(file: string): Bars {
  return parseBars(file, readTapeFile(file));
}

/** As `readBars`, of bytes that were read before; `file` is what errors call them. */
export function parseBars(file: string, bytes: Uint8Array): Bars {
  const first = endOfLine(bytes, 0);
  const header = textIn(bytes, 0, trimmed(bytes, 0, first));
  if (header.trim().toLowerCase() !== BAR_HEADER)
    throw new TapeHeaderError(`${file}, line 1: expected "${BAR_HEADER}", found "${header.slice(0, 80)}"`, {
      remedy: "Put this header on the first line and the columns in its order.",
    });
  const columns = parseRows(file, bytes, first + 1);
  const { length } = columns.time;
  if (length < 2)
    throw new TapeEmptyError(`${file} holds ${length === 0 ? "no bar" : "one bar only"}: at least two are needed`, {
      remedy: "Take a longer range: the interval is read from the distance of the bars.",
    });
  return { length, interval: shortestDistance(columns.time), ...columns };
}

type Columns = Omit<Bars, "length" | "interval">;

function parseRows(file: string, bytes: Uint8Array, begin: number): Columns {
  const rows = countLines(bytes, begin);
  const column = (): Float64Array => new Float64Array(rows);
  const [time, open, high, low, close, volume] = [column(), column(), column(), column(), column(), column()];
  const cells = new Float64Array(COLUMNS.length);
  let length = 0;
  let line = 2;
  for (let from = begin; from < bytes.length; line++) {
    const end = endOfLine(bytes, from);
    const until = trimmed(bytes, from, end);
    if (until > from) {
      parseRow(file, line, bytes, from, until, cells);
      const at = cells[0] as number;
      checkTime(file, line, at, length === 0 ? null : (time[length - 1] as number));
      checkRow(file, line, cells);
      time[length] = at;
      open[length] = cells[1] as number;
      high[length] = cells[2] as number;
      low[length] = cells[3] as number;
      close[length] = cells[4] as number;
      volume[length] = cells[5] as number;
      length++;
    }
    from = end + 1;
  }
  const cut = (all: Float64Array): Float64Array => all.subarray(0, length);
  return { time: cut(time), open: cut(open), high: cut(high), low: cut(low), close: cut(close), volume: cut(volume) };
}

/** Reads the cells of one line into `cells`. */
function parseRow(
  file: string,
  line: number,
  bytes: Uint8Array,
  from: number,
  until: number,
  cells: Float64Array,
): void {
  let column = 0;
  for (let begin = from; begin <= until; column++) {
    let end = begin;
    while (end < until && bytes[end] !== COMMA) end++;
    if (column < cells.length) cells[column] = cellValue(file, line, column, bytes, begin, end);
    begin = end + 1;
  }
  if (column !== cells.length)
    throw rowError(file, line, `expected ${cells.length} columns, found ${column}`, "Mend or remove the line.");
}

function cellValue(file: string, line: number, column: number, bytes: Uint8Array, from: number, until: number): number {
  const value = numberIn(bytes, from, until);
  if (!Number.isNaN(value)) return value;
  const text = textIn(bytes, from, until);
  const iso = column === 0 ? parseIso(text) : Number.NaN;
  if (!Number.isNaN(iso)) return iso;
  const expected = column === 0 ? "epoch milliseconds or a time in ISO 8601" : "a number";
  const found = text === "" ? "nothing" : `"${text.slice(0, 40)}"`;
  throw rowError(file, line, `${COLUMNS[column]} should be ${expected}, found ${found}`, "Mend or remove the line.");
}

function shortestDistance(time: Float64Array): number {
  let least = Infinity;
  for (let i = 1; i < time.length; i++) least = Math.min(least, (time[i] as number) - (time[i - 1] as number));
  return least;
}

function countLines(bytes: Uint8Array, begin: number): number {
  let lines = 1;
  for (let i = bytes.indexOf(LINE_FEED, begin); i !== -1; i = bytes.indexOf(LINE_FEED, i + 1)) lines++;
  return lines;
}

function endOfLine(bytes: Uint8Array, from: number): number {
  const end = bytes.indexOf(LINE_FEED, from);
  return end === -1 ? bytes.length : end;
}

function trimmed(bytes: Uint8Array, from: number, end: number): number {
  return end > from && bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end;
}
