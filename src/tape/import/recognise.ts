import { TapeEmptyError, TapeHeaderError } from "../errors.js";
import { checkClear } from "./clear.js";
import { CsvCursor } from "./csv-cursor.js";
import { delimiterOf } from "./delimiter.js";
import { checkDate, exampleOf, isOfTraders, layoutOfShape } from "./headerless.js";
import { BAR_HEADER, layoutOfNames, plainName, type Found, type Layout } from "./layout.js";
import { cellsOfTime, zoneOfTimes, type Heading } from "./time-column.js";
import { unitOf, type TimeUnit } from "./times.js";
import { unknownHeader } from "./unknown-header.js";
import { isTwoDays } from "./written-time.js";

/** Options of the user that override what the file says. */
export interface LayoutHints {
  /** Names of the columns, from the left: time, open, high, low, close, volume, price; `-` leaves one out. */
  readonly columns?: readonly string[] | undefined;
  readonly timeUnit?: TimeUnit | undefined;
  /** Of times that do not name theirs: `UTC`, `+01:00`, `America/New_York`. Default: what the header says, or UTC. */
  readonly timeZone?: string | undefined;
  /** Numbers are written like 1.234,56. */
  readonly decimalComma?: boolean | undefined;
  /** Picks the column in a table with one column a symbol. */
  readonly symbol?: string | undefined;
}

/** Lines above a header: an address, a title. */
const PREAMBLE = 3;

/** Determines the layout of a CSV file. Throws TapeHeaderError if it is ambiguous, TapeEmptyError if there are no lines. */
export function recognise(file: string, bytes: Uint8Array, hints: LayoutHints): Layout {
  const lines = new Lines(file, bytes, hints);
  const { cursor } = lines;
  if (!cursor.next()) throw new TapeEmptyError(`${file} has no lines`, { remedy: "Fetch the file again." });
  if (hints.columns !== undefined) return named(lines, hints.columns);
  const first = cursor.texts();
  if (isData(first)) return headerless(lines, first);
  const above: string[] = [];
  for (;;) {
    const names = cursor.texts();
    const found = layoutOfNames(names, hints.symbol ?? null);
    if (found !== null) {
      // The house format says milliseconds: seconds in it are a mistake, not a dialect.
      const isHouse = names.join(",").trim().toLowerCase() === BAR_HEADER;
      const heading = { where: `${file}, line ${cursor.line}`, names: [names], lines: above };
      return lines.layoutBelow(found, names, heading, isHouse ? "ms" : null);
    }
    if (above.length === PREAMBLE || !cursor.next()) throw unknownHeader(file, first);
    above.push(names.join(" "));
  }
}

/** The lines of a file, and what a person says of them. */
class Lines {
  readonly file: string;
  readonly hints: LayoutHints;
  /** Stands on the line that is looked at. */
  readonly cursor: CsvCursor;
  readonly delimiter: number;
  readonly #bytes: Uint8Array;

  constructor(file: string, bytes: Uint8Array, hints: LayoutHints) {
    this.file = file;
    this.hints = hints;
    this.#bytes = bytes;
    this.delimiter = delimiterOf(bytes);
    this.cursor = this.at(0, 1);
  }

  /** Stands before a line. */
  at(begin: number, line: number): CsvCursor {
    return new CsvCursor(this.#bytes, this.delimiter, begin, line, this.hints.decimalComma);
  }

  /** The layout of the rows below the line on which the cursor stands. Throws TapeHeaderError. */
  layoutBelow(found: Found, names: readonly string[], heading: Heading, unit: TimeUnit | null): Layout {
    const { cursor } = this;
    return this.layoutFrom(found, names, heading, { begin: cursor.position, line: cursor.line + 1, unit });
  }

  /** The same of the rows from a line on. */
  layoutFrom(
    found: Found,
    names: readonly string[],
    heading: Heading,
    from: Pick<Layout, "begin" | "line" | "unit">,
  ): Layout {
    const row = this.at(from.begin, from.line);
    const first = row.next() ? row : null;
    const cells = cellsOfTime(names, found.time, first);
    checkClear(heading.where, names, { ...found, ...cells });
    return {
      ...found,
      ...from,
      ...cells,
      unit: this.hints.timeUnit ?? from.unit,
      zone: zoneOfTimes(heading, cells, first, this.hints.timeZone),
      delimiter: this.delimiter,
      decimalComma: this.hints.decimalComma ?? false,
      cells: heading.names.length > 1 ? (first?.cells ?? names.length) : names.length,
      names,
    };
  }
}

/**
 * Columns that a person names: whatever stands above the first line with a time, or with digits that are none (which is
 * told then), is a header.
 */
function named(lines: Lines, columns: readonly string[]): Layout {
  const { file, cursor } = lines;
  const names = columns.map((name) => (plainName(name) === "" ? "-" : plainName(name)));
  const where = `${file}: --columns ${columns.join(",")}`;
  const found = layoutOfNames(names, null);
  if (found === null)
    throw new TapeHeaderError(`${where} has no time column, or no columns of bars or prices`, {
      remedy: "Write --columns time,open,high,low,close,volume or --columns time,price.",
    });
  let { line } = cursor;
  let begin = 0;
  let header: string[] = [];
  const above: string[] = [];
  for (let more = true; more && !/^\d/.test(cursor.text(found.time));) {
    above.push(header.join(" "));
    header = cursor.texts();
    begin = cursor.position;
    line = cursor.line + 1;
    more = cursor.next();
  }
  if (header.length === 0) checkTraders(where, cursor.texts(), lines.hints.timeZone);
  if (columns.length > cursor.cells)
    throw new TapeHeaderError(`${where} names ${columns.length} columns, and line ${line} has ${cursor.cells}`, {
      remedy: `Give its columns from the left, such as ${exampleOf(cursor.texts())}`,
    });
  return lines.layoutFrom(found, names, { where, names: [header, columns], lines: above }, { begin, line, unit: null });
}

/** Rows from the first line on. Throws TapeHeaderError where their columns, or their times, can mean several things. */
function headerless(lines: Lines, first: readonly string[]): Layout {
  const { file, hints } = lines;
  const where = `${file}, line 1`;
  checkDate(file, first);
  const { names, ...found } = layoutOfShape(file, lines.at(0, 1));
  checkTraders(where, first, hints.timeZone);
  return lines.layoutFrom(found, names, { where, names: [], lines: [] }, { begin: 0, line: 1, unit: null });
}

/** Taken as UTC, the times of HistData would be five hours early. Throws TapeHeaderError. */
function checkTraders(where: string, first: readonly string[], said: string | undefined): void {
  if (said !== undefined || !isOfTraders(first)) return;
  throw new TapeHeaderError(
    `${where}: times as HistData and MetaTrader write them have no time zone and are seldom UTC`,
    {
      remedy:
        "Give their zone: --time-zone -05:00 for HistData, the broker's zone such as --time-zone +02:00 for MetaTrader, or --time-zone UTC.",
    },
  );
}

/** Whether a line is data already: its first cell is a time or a number. */
const isData = ([first = ""]: readonly string[]): boolean =>
  /^\d{4}([-./])\d{2}\1\d{2}/.test(first) ||
  /^\d{8} \d{4,9}$/.test(first) ||
  isTwoDays(first) ||
  unitOf(Number(first)) !== null ||
  /^[-\d.]+$/.test(first);
