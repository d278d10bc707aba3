import { foundIn } from "../bar-checks.js";
import { parseIso } from "../csv-cells.js";
import type { CsvCursor } from "./csv-cursor.js";

export const TIME_UNITS = ["s", "ms", "us", "ns"] as const;
export type TimeUnit = (typeof TIME_UNITS)[number];

export const UNIT_WORDS: Readonly<Record<TimeUnit, string>> = {
  s: "seconds",
  ms: "milliseconds",
  us: "microseconds",
  ns: "nanoseconds",
};
/** How many of each unit a millisecond is. */
export const PER_MILLISECOND: Readonly<Record<TimeUnit, number>> = { s: 1e-3, ms: 1, us: 1e3, ns: 1e6 };

/** The unit in which a number is a time between 1973 and 2286 (of milliseconds 5138); null where there is none. */
export function unitOf(value: number): TimeUnit | null {
  if (value >= 1e8 && value < 1e10) return "s";
  if (value >= 1e11 && value < 1e14) return "ms";
  if (value >= 1e14 && value < 1e17) return "us";
  return value >= 1e17 && value < 1e20 ? "ns" : null;
}

/**
 * Reads the times of a file, which are all written in one way: epoch numbers of one unit, or texts with or without a
 * zone. The first one says which way it is, unless `unit` does.
 */
export class TimeReader {
  /** What is wrong with the last time that was read as NaN, and what to do about it. */
  problem = "";
  remedy = "";
  #unit: TimeUnit | null;
  readonly #column: string;
  #form: "number" | "zoned" | "plain" | null = null;

  /** @param unit of epoch numbers, where it is known; @param column what messages call it */
  constructor(unit: TimeUnit | null, column: string) {
    this.#unit = unit;
    this.#column = column;
  }

  /** How the times are written, for people. */
  get description(): string {
    if (this.#form === "number") return `epoch ${UNIT_WORDS[this.#unit ?? "ms"]}`;
    return this.#form === "zoned" ? "dates with their zone" : "dates without a zone, taken as UTC";
  }

  /** Epoch milliseconds, or NaN with `problem`. */
  read(row: CsvCursor, cell: number): number {
    const value = row.number(cell);
    return Number.isNaN(value) ? this.#text(row.text(cell)) : this.#number(value);
  }

  #number(value: number): number {
    const unit = unitOf(value);
    this.#unit ??= unit;
    if (this.#form !== null && this.#form !== "number") return this.#refuse(`${value} stands among dates`, MIXED);
    if (unit === null || unit !== this.#unit || (unit === "ms" && !Number.isInteger(value)))
      return this.#wrongUnit(value, unit);
    this.#form = "number";
    // Seconds may have decimals; divided by 0.001, eight thousandths of one would be seven milliseconds.
    return Math.floor(unit === "s" ? value * 1_000 : value / PER_MILLISECOND[unit]);
  }

  #wrongUnit(value: number, unit: TimeUnit | null): number {
    const looks = unit === null || unit === this.#unit ? "is no such time" : `looks like ${UNIT_WORDS[unit]}`;
    const expected = UNIT_WORDS[this.#unit ?? "ms"];
    const remedy =
      this.#form === "number"
        ? "Write all times of the file in one unit."
        : `Convert the column to ${expected}${unit === "s" ? " (times 1000)" : ""}, write ISO 8601, or say the unit: --time-unit ${unit ?? "s"}.`;
    return this.#refuse(`${this.#column} should be epoch ${expected}, ${value} ${looks}`, remedy);
  }

  #text(text: string): number {
    const found = foundIn(text);
    const read = parseTime(text);
    if (read === null) {
      const slashed = /^\d{1,2}[/.]\d{1,2}[/.]\d{4}/.test(text);
      return this.#refuse(
        `${this.#column} should be epoch milliseconds or a time in ISO 8601, found ${found}${slashed ? ", in which day and month cannot be told apart" : ""}`,
        "Mend or remove the line: times are written like 2024-01-31T12:00:00Z.",
      );
    }
    const form = read.zoned ? "zoned" : "plain";
    this.#form ??= form;
    if (this.#form === form) return read.at;
    if (this.#form === "number") return this.#refuse(`${found} stands among epoch numbers`, MIXED);
    return this.#refuse(
      `${found} has ${read.zoned ? "a zone, the lines before it have none" : "no zone, the lines before it have one"}`,
      MIXED,
    );
  }

  #refuse(problem: string, remedy: string): number {
    this.problem = problem;
    this.remedy = remedy;
    return Number.NaN;
  }
}

const MIXED = "Write all times of the file in one way, best as 2024-01-31T12:00:00Z.";

/** `2024.01.31 12:00`, as MetaTrader and the dumps that are made for it (Bybit's) write it, and `2024/01/31`: the year stands first, so it is clear. */
const YEAR_FIRST = /^(\d{4})([./])(\d{2})\2(\d{2})(?=$|[T ])/;

/** `2024-01-31 03-PM`, as CryptoDataDownload wrote hours. */
const HOURS = /^(\d{4}-\d{2}-\d{2}) (\d{2})-(AM|PM)$/;

/** A date (its midnight), or a date and time; without a zone it is UTC. */
function parseTime(written: string): { readonly at: number; readonly zoned: boolean } | null {
  const text = written.replace(YEAR_FIRST, "$1-$3-$4");
  const [, day, hour, half] = HOURS.exec(text) ?? [];
  if (day !== undefined && half !== undefined)
    return known(
      parseIso(`${day}T${String((Number(hour) % 12) + (half === "PM" ? 12 : 0)).padStart(2, "0")}:00`),
      false,
    );
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return known(parseIso(`${text}T00:00`), false);
  const iso = text.replace(/ ?(?:UTC|GMT)$/, "Z");
  return known(parseIso(iso), /(?:Z|[+-]\d{2}(?::?\d{2})?)$/.test(iso));
}

function known(at: number, zoned: boolean): { at: number; zoned: boolean } | null {
  return Number.isNaN(at) ? null : { at, zoned };
}
