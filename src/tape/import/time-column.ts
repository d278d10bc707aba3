import { TapeHeaderError } from "../errors.js";
import type { CsvCursor } from "./csv-cursor.js";
import { plainName, TIME } from "./layout.js";
import type { TimeColumn } from "./times.js";
import { isDateAndClock, readTime } from "./written-time.js";
import { zoneOf, type Zone } from "../../core/time/zone.js";
import { ZONE_COLUMNS, zoneInLine, zoneInName, zoneRemedy } from "./zone-names.js";

type Cells = Pick<TimeColumn, "time" | "clock">;

/** Where a row has its date and its time of day, if a second column has that; `time` is the one that the names say. */
export function cellsOfTime(names: readonly string[], time: number, row: CsvCursor | null): Cells {
  if (row === null) return { time, clock: null };
  const taken = row.text(time);
  for (const [i, name] of names.entries()) {
    if (i === time || !TIME.has(plainName(name))) continue;
    if (isDateAndClock(taken, row.text(i))) return { time, clock: i };
    if (isDateAndClock(row.text(i), taken)) return { time: i, clock: time };
  }
  return { time, clock: null };
}

/** What stands above the rows of a file. */
export interface Heading {
  /** The file, and the line of its header, for messages. */
  readonly where: string;
  /** The names of the columns as they are written: of the header, and those that a person gave. */
  readonly names: readonly (readonly string[])[];
  /** Lines above the header. */
  readonly lines: readonly string[];
}

/**
 * The zone of times that do not name theirs; null where nothing speaks of one. Throws TapeHeaderError where a zone is
 * spoken of that can be several: taken as UTC, prices would be known hours early.
 */
export function zoneOfTimes(
  heading: Heading,
  cells: Cells,
  row: CsvCursor | null,
  said: string | undefined,
): Zone | null {
  if (said !== undefined) return saidZone(heading.where, said);
  if (row === null || !isWithoutZone(cells, row)) return null;
  const { names, lines } = heading;
  for (const of of names)
    for (const cell of [cells.time, cells.clock ?? cells.time]) {
      const found = zoneInName(of[cell] ?? "");
      if (found === null || found.text === "") continue;
      return found.zone ?? unclear(heading.where, `the name "${of[cell]}"`, found.text);
    }
  const column = names.flat().find((name) => ZONE_COLUMNS.has(plainName(name)));
  if (column !== undefined) return unclear(heading.where, `the column "${column}"`, column);
  const above = lines.map(zoneInLine).find((text) => text !== null);
  return above === undefined
    ? null
    : unclear(heading.where, `a line above the header ("${above.slice(0, 40)}")`, above);
}

/** Throws TapeHeaderError. */
function saidZone(where: string, said: string): Zone {
  const zone = zoneOf(said);
  if (zone !== null) return zone;
  throw new TapeHeaderError(`${where}: --time-zone ${said} is not a time zone`, {
    remedy: "Write UTC, an offset such as +01:00, or a place such as Europe/Berlin.",
  });
}

/** Whether the time of a row is a date that does not say its zone. */
function isWithoutZone({ time, clock }: Cells, row: CsvCursor): boolean {
  const text = clock === null ? row.text(time) : `${row.text(time)} ${row.text(clock)}`;
  return readTime(text)?.zoned === false;
}

function unclear(where: string, what: string, text: string): never {
  throw new TapeHeaderError(`${where}: ${what} names an ambiguous time zone, and the times have none`, {
    remedy: zoneRemedy(text),
  });
}
