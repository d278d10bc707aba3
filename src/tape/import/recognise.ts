import { TapeEmptyError, TapeHeaderError } from "../errors.js";
import { COMMA } from "../csv-cells.js";
import { CsvCursor } from "./csv-cursor.js";
import { layoutOfShape } from "./headerless.js";
import { BAR_HEADER, layoutOfNames, plainName, type Layout } from "./layout.js";
import { unitOf, type TimeUnit } from "./times.js";
import { twinsIn } from "./twins.js";

/** What a person says of a file, over what it says itself. */
export interface LayoutHints {
  /** Names of the columns, from the left: time, open, high, low, close, volume, price; `-` leaves one out. */
  readonly columns?: readonly string[] | undefined;
  readonly timeUnit?: TimeUnit | undefined;
  /** Picks the column in a table with one column a symbol. */
  readonly symbol?: string | undefined;
}

const DELIMITERS = [COMMA, 59, 9];
/** Lines above a header: an address, a title. */
const PREAMBLE = 3;

const REMEDY =
  'Name the columns, such as --columns time,open,high,low,close,volume ("-" for one to leave out), or put a header on the first line.';

/** Finds out how a CSV file is to be read. Throws TapeHeaderError where that is not clear, TapeEmptyError where there is no line. */
export function recognise(file: string, bytes: Uint8Array, hints: LayoutHints): Layout {
  const delimiter = delimiterOf(bytes);
  const cursor = new CsvCursor(bytes, delimiter);
  if (!cursor.next()) throw new TapeEmptyError(`${file} holds no line`, { remedy: "Fetch the file again." });
  const unit = hints.timeUnit ?? null;
  if (hints.columns !== undefined) return named(file, cursor, delimiter, hints.columns, unit);
  const first = cursor.texts();
  if (isData(first)) {
    const shape = layoutOfShape(file, new CsvCursor(bytes, delimiter), REMEDY);
    return { ...shape, delimiter, begin: 0, line: 1, cells: first.length, unit };
  }
  for (let lines = 0; ; lines++) {
    const names = cursor.texts();
    const found = layoutOfNames(names, hints.symbol ?? null);
    if (found !== null) {
      checkClear(`${file}, line ${cursor.line}`, names, found);
      return {
        ...found,
        delimiter,
        begin: cursor.position,
        line: cursor.line + 1,
        cells: names.length,
        names,
        // The house format says milliseconds: seconds in it are a mistake, not a dialect.
        unit: unit ?? (names.join(",").trim().toLowerCase() === BAR_HEADER ? "ms" : null),
      };
    }
    if (lines === PREAMBLE || !cursor.next()) throw unknownHeader(file, first);
  }
}

function named(
  file: string,
  cursor: CsvCursor,
  delimiter: number,
  columns: readonly string[],
  unit: TimeUnit | null,
): Layout {
  const names = columns.map((name) => (plainName(name) === "" ? "-" : plainName(name)));
  const found = layoutOfNames(names, null);
  if (found === null)
    throw new TapeHeaderError(`${file}: --columns ${columns.join(",")} names no time, or neither bars nor a price`, {
      remedy: "Write --columns time,open,high,low,close,volume or --columns time,price.",
    });
  checkClear(`${file}: --columns ${columns.join(",")}`, names, found);
  // Whatever stands above the first line with a time, or with digits that are none (which is told then), is a header.
  let { line } = cursor;
  let begin = 0;
  for (let more = true; more && !/^\d/.test(cursor.text(found.time));) {
    begin = cursor.position;
    line = cursor.line + 1;
    more = cursor.next();
  }
  return { ...found, delimiter, begin, line, cells: cursor.cells, names, unit };
}

function delimiterOf(bytes: Uint8Array): number {
  const head = bytes.subarray(0, 4_096);
  const counts = DELIMITERS.map((delimiter) => head.reduce((count, byte) => count + (byte === delimiter ? 1 : 0), 0));
  return DELIMITERS[counts.indexOf(Math.max(...counts))] as number;
}

/** Whether a line is data already: its first cell is a time or a number. */
const isData = ([first = ""]: readonly string[]): boolean =>
  /^\d{4}([-./])\d{2}\1\d{2}/.test(first) || unitOf(Number(first)) !== null || /^[-\d.]+$/.test(first);

type Found = Pick<Layout, "time" | "values" | "confirm">;

const TOO_EARLY =
  "A close that stands at its bar's opening time would be known too early: name it --columns time,price only where the times are those of the prices.";

/** Refuses columns of which two could be the same, or one what it is not called. Throws TapeHeaderError. */
function checkClear(where: string, names: readonly string[], found: Found): void {
  const twins = twinsIn(names, found);
  if (twins === null) {
    checkPrice(where, names, found);
    return;
  }
  const { means, taken, other, columns } = twins;
  throw new TapeHeaderError(
    `${where}: columns ${taken + 1} and ${other + 1}, "${names[taken]}" and "${names[other]}", can both be the ${means}`,
    { remedy: `Say which one is, and "-" for the other, such as --columns ${columns.join(",")}` },
  );
}

/** Refuses a price beside a bar's other prices: it is the bar's close, under another name. Throws TapeHeaderError. */
function checkPrice(where: string, names: readonly string[], { time, values }: Found): void {
  const plain = names.map(plainName);
  if (values.kind !== "prices" || !["open", "high", "low"].every((name) => plain.includes(name))) return;
  const known = ["open", "high", "low", "volume"];
  const columns = plain.map((name, i) =>
    i === time ? "time" : i === values.price ? "close" : known.includes(name) ? name : "-",
  );
  throw new TapeHeaderError(
    `${where}: "${names[values.price]}" stands beside open, high and low, as the close of a bar does: it would be known too early`,
    { remedy: `If it is the close, say so: --columns ${columns.join(",")}` },
  );
}

function ofTable(names: readonly string[]): string {
  const columns = names.map((_, i) => (i === 0 ? "time" : i === 1 ? "price" : "-"));
  return `Where it has a column for each of ${names.slice(1).join(", ")}, the token's alias picks its own; or name the columns: --columns ${columns.join(",")}`;
}

function unknownHeader(file: string, names: readonly string[]): TapeHeaderError {
  const header = names.join(",");
  const onlyClose = /close/i.test(header) && !/open/i.test(header);
  const table = names[0] === "" && names.length > 1;
  return new TapeHeaderError(
    `${file}, line 1: expected "${BAR_HEADER}" or a header of which columns are clear, found "${header.slice(0, 80)}"`,
    {
      remedy: onlyClose ? TOO_EARLY : table ? ofTable(names) : REMEDY,
    },
  );
}
