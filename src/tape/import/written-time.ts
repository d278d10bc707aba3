import { parseIso } from "../csv-cells.js";

/** A time as written in a file. */
export interface WrittenTime {
  /** Epoch milliseconds; where it has no zone, as if it were UTC. */
  readonly at: number;
  readonly zoned: boolean;
}

/** `2024.01.31 12:00`, as MetaTrader writes it, and `2024/01/31`, `20240131`: the year stands first, so it is clear. */
const YEAR_FIRST = /^((?:19|20)\d{2})([./-]?)(\d{2})\2(\d{2})(?=$|[T ])/;
/** `093000` and `0930`, as HistData and Stooq write times of day; its ticks have milliseconds behind. */
const DIGITS = /^(\S{10})[T ](\d{2})(\d{2})(?:(\d{2})(\d{3})?)?$/;
/** `9:30`, and `12:30 AM`. */
const CLOCK = /^(\S{10})[T ](\d{1,2}):(\d{2})((?::\d{2}(?:\.\d{1,9})?)?)(?: ?([AP])\.?M\.?)?$/i;
/** `2024-01-31 03-PM`, as CryptoDataDownload wrote hours. */
const HOURS = /^(\S{10}) (\d{2})-([AP])M$/i;
/** A zone that ISO 8601 does not write so: `12:00 +0100`, `12:00 UTC+1`, `12:00 GMT`. */
const ZONE = /^(.*:.*?) ?(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?$/;

/** A date (its midnight), or a date and time; null for anything else. */
export function readTime(written: string): WrittenTime | null {
  const text = isoText(written.trim());
  return text === null ? null : known(parseIso(text), /(?:Z|[+-]\d{2}(?::?\d{2})?)$/.test(text.slice(10)));
}

/** The same in ISO 8601, as far as it is known how. */
function isoText(written: string): string | null {
  const text = written.replace(YEAR_FIRST, "$1-$3-$4");
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return `${text}T00:00`;
  const utc = text.replace(/ ?(?:UTC|GMT)$/, "Z");
  const [, before, sign, hours = "", minutes = "00"] = ZONE.exec(utc) ?? [];
  if (before !== undefined && sign !== undefined)
    return `${clockText(before) ?? before}${sign}${hours.padStart(2, "0")}:${minutes}`;
  if (utc.endsWith("Z")) return `${clockText(utc.slice(0, -1)) ?? utc.slice(0, -1)}Z`;
  return clockText(utc) ?? utc;
}

/** A date and a time of day without a zone; null where they are written in none of these ways. */
function clockText(text: string): string | null {
  const [, date, hour = "", minute = "", rest = "", half] = CLOCK.exec(text) ?? [];
  if (date !== undefined) return clock(date, hour, `${minute}${rest}`, half);
  const [, day, hours = "", of] = HOURS.exec(text) ?? [];
  if (day !== undefined) return clock(day, hours, "00", of);
  const [, when, h = "", m = "", s = "00", ms = "000"] = DIGITS.exec(text) ?? [];
  return when === undefined ? null : `${when}T${h}:${m}:${s}.${ms}`;
}

/** @param half `A` or `P` of a clock of twelve hours, on which 12 comes before 1 */
function clock(date: string, hour: string, rest: string, half: string | undefined): string | null {
  if (half === undefined) return `${date}T${hour.padStart(2, "0")}:${rest}`;
  const of12 = Number(hour);
  if (of12 < 1 || of12 > 12) return null;
  const hours = (of12 % 12) + (half.toUpperCase() === "P" ? 12 : 0);
  return `${date}T${String(hours).padStart(2, "0")}:${rest}`;
}

const known = (at: number, zoned: boolean): WrittenTime | null => (Number.isNaN(at) ? null : { at, zoned });

/** `00:00`, `9:30:00`, `12:30 AM`. */
const TIME_OF_DAY = /^\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?[AP]\.?M\.?)?$/i;

/** Whether two cells are a date and the time of that day. Digits alone are a time only beside a date of digits or dots. */
export function isDateAndClock(date: string, clock: string): boolean {
  if (TIME_OF_DAY.test(clock)) return /^\d[\d./-]*\d$/.test(date) && !date.includes(":");
  return /^\d{4}(?:\d{2})?$/.test(clock) && YEAR_FIRST.test(date) && date.length <= 10;
}

/** A date of which the day and the month can be mistaken for each other: `01/02/2024`. */
export const isTwoDays = (text: string): boolean => /^\d{1,2}[/.-]\d{1,2}[/.-]\d{4}(?=$|[ ,T])/.test(text);
