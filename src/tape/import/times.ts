import { foundIn } from "../bar-checks.js";
import type { CsvCursor } from "./csv-cursor.js";
import { isTwoDays, readTime, type WrittenTime } from "./written-time.js";
import type { Zone } from "../../core/time/zone.js";

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

/** Where a line has its time, and what it is known to be. */
export interface TimeColumn {
  readonly time: number;
  /** The cell of the time of day, where `time` is that of the date alone; null where one cell has both. */
  readonly clock: number | null;
  /** Of epoch numbers; null where they say it themselves. */
  readonly unit: TimeUnit | null;
  /** Of times that do not name theirs; null for UTC. */
  readonly zone: Zone | null;
}

/**
 * Reads the times of a file, which are all written in one way: epoch numbers of one unit, or texts with or without a
 * zone. The first one says which way it is, unless the column's unit does.
 */
export class TimeReader {
  /** What is wrong with the last time that was read as NaN, and what to do about it. */
  problem = "";
  remedy = "";
  #unit: TimeUnit | null;
  #form: "number" | "zoned" | "plain" | null = null;
  /** The last instant, and whether the newest row stands first: of an hour that comes twice they say which one is meant. */
  #last: number | null = null;
  #falling = false;
  readonly #column: TimeColumn;
  readonly #name: string;

  /** @param name what messages call the column */
  constructor(column: TimeColumn, name: string) {
    this.#column = column;
    this.#unit = column.unit;
    this.#name = name;
  }

  /** How the times are written, for people. */
  get description(): string {
    const { zone } = this.#column;
    if (this.#form === "number") return `epoch ${UNIT_WORDS[this.#unit ?? "ms"]}`;
    if (this.#form === "zoned") return "dates with their zone";
    return zone === null ? "dates without a zone, taken as UTC" : `dates in the zone ${zone.name}`;
  }

  /** Epoch milliseconds, or NaN with `problem`. */
  read(row: CsvCursor): number {
    const { time, clock } = this.#column;
    if (clock !== null) return this.#text(`${row.text(time)} ${row.text(clock)}`);
    const value = row.number(time);
    return Number.isNaN(value) || isDay(value) ? this.#text(row.text(time)) : this.#number(value);
  }

  #number(value: number): number {
    const unit = unitOf(value);
    this.#unit ??= unit;
    if (this.#form !== null && this.#form !== "number") return this.#refuse(`${value} is among dates`, MIXED);
    if (unit === null || unit !== this.#unit || (unit === "ms" && !Number.isInteger(value)))
      return this.#wrongUnit(value, unit);
    this.#form = "number";
    // Seconds may have decimals; divided by 0.001, eight thousandths of one would be seven milliseconds.
    return Math.floor(unit === "s" ? value * 1_000 : value / PER_MILLISECOND[unit]);
  }

  #wrongUnit(value: number, unit: TimeUnit | null): number {
    const looks = unit === null || unit === this.#unit ? "is not such a time" : `looks like ${UNIT_WORDS[unit]}`;
    const expected = UNIT_WORDS[this.#unit ?? "ms"];
    const orSay = unit === null || unit === this.#unit ? " or write" : ", write";
    const remedy =
      this.#form === "number"
        ? "Write all times of the file in one unit."
        : `Convert the column to ${expected}${unit === "s" ? " (times 1000)" : ""}${orSay} ISO 8601${orSay === ", write" ? `, or give the unit: --time-unit ${unit}` : ""}.`;
    return this.#refuse(`${this.#name} should be epoch ${expected}, ${value} ${looks}`, remedy);
  }

  #text(text: string): number {
    const found = foundIn(text);
    const read = readTime(text);
    if (read === null) return this.#unreadable(text);
    const form = read.zoned ? "zoned" : "plain";
    this.#form ??= form;
    if (this.#form === form) return read.zoned ? read.at : this.#instant(read, found);
    if (this.#form === "number") return this.#refuse(`${found} is among epoch numbers`, MIXED);
    return this.#refuse(
      `${found} has ${read.zoned ? "a zone, but the lines before it have none" : "no zone, but the lines before it have one"}`,
      MIXED,
    );
  }

  #unreadable(text: string): number {
    const twoDays = isTwoDays(text);
    return this.#refuse(
      `${this.#name} should be epoch milliseconds or a time in ISO 8601, found ${foundIn(text)}${twoDays ? ", in which day and month are ambiguous" : ""}`,
      `${twoDays ? "Rewrite the column" : "Fix or remove the line"}: times are written like 2024-01-31T12:00:00Z.`,
    );
  }

  #instant({ at }: WrittenTime, found: string): number {
    const { zone } = this.#column;
    if (zone === null) return at;
    const [first, second] = zone.instants(at);
    if (first === undefined)
      return this.#refuse(
        `${found} does not exist in ${zone.name}, where clocks were set forward over it`,
        "Check the time zone of the file, and give the right one with --time-zone.",
      );
    const last = this.#last;
    const instant = second === undefined ? first : nextOf([first, second], last, this.#falling);
    if (last !== null) this.#falling = instant < last;
    this.#last = instant;
    return instant;
  }

  #refuse(problem: string, remedy: string): number {
    this.problem = problem;
    this.remedy = remedy;
    return Number.NaN;
  }
}

const MIXED = "Write all times of the file in one format, best as 2024-01-31T12:00:00Z.";

/** Whether a number is a day: `20240131`. As an epoch number it would lie before 1973. */
const isDay = (value: number): boolean => Number.isInteger(value) && value >= 1900_01_01 && value < 2100_00_00;

/** Of an hour that comes twice, the one that goes on from the row before. */
function nextOf([first, second]: readonly [number, number], last: number | null, falling: boolean): number {
  if (last === null) return first;
  return falling ? (second < last ? second : first) : first > last ? first : second;
}
