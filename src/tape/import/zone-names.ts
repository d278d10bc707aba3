import { zoneOf, type Zone } from "../../core/time/zone.js";

/** What the name of a column of times says of their zone. */
export interface NamedZone {
  /** The name without it. */
  readonly column: string;
  /** The zone as it is written, such as `EST`. */
  readonly text: string;
  /** Null where the text can mean several zones. */
  readonly zone: Zone | null;
}

/** Abbreviations: what they are all year, and a place that changes its clocks. */
const ABBREVIATIONS: Readonly<Record<string, readonly [offset: string, place: string]>> = {
  ET: ["-05:00", "America/New_York"],
  EST: ["-05:00", "America/New_York"],
  EDT: ["-04:00", "America/New_York"],
  CT: ["-06:00", "America/Chicago"],
  CST: ["-06:00", "America/Chicago"],
  CDT: ["-05:00", "America/Chicago"],
  MST: ["-07:00", "America/Denver"],
  MDT: ["-06:00", "America/Denver"],
  PT: ["-08:00", "America/Los_Angeles"],
  PST: ["-08:00", "America/Los_Angeles"],
  PDT: ["-07:00", "America/Los_Angeles"],
  WET: ["+00:00", "Europe/Lisbon"],
  BST: ["+01:00", "Europe/London"],
  CET: ["+01:00", "Europe/Berlin"],
  CEST: ["+02:00", "Europe/Berlin"],
  EET: ["+02:00", "Europe/Athens"],
  EEST: ["+03:00", "Europe/Athens"],
  MSK: ["+03:00", "Europe/Moscow"],
  IST: ["+05:30", "Asia/Kolkata"],
  HKT: ["+08:00", "Asia/Hong_Kong"],
  SGT: ["+08:00", "Asia/Singapore"],
  JST: ["+09:00", "Asia/Tokyo"],
  KST: ["+09:00", "Asia/Seoul"],
  AEST: ["+10:00", "Australia/Sydney"],
};

const WORDS = `${Object.keys(ABBREVIATIONS).join("|")}|UTC|GMT|local|exchange`;
/** `Date (EST)`, `time[UTC+1]`. */
const BRACKETS = /^(.*?)[\s_.-]*[([{]\s*([^)\]}]*?)\s*[)\]}]\s*$/;
/** `Date EST`, `time_utc+1`, `timestampUTC`. */
const BEHIND = new RegExp(`^(.*?)[\\s_.-]*((?:UTC|GMT)[+-]\\d{1,2}(?::?\\d{2})?|${WORDS})$`, "i");
/** `Local time`, `UTC time`. */
const BEFORE = new RegExp(`^(${WORDS})[\\s_.-]*(.+)$`, "i");
/** In brackets behind a time, and no zone: its unit, or how it is written. */
const NO_ZONE = /^(?:[mun]?s|sec|(?:milli|micro|nano)?seconds?|unix.*|epoch.*|iso.*|.*(?:yy|mm|dd|hh).*)$/i;

/** The zone that a column's name speaks of; null where it speaks of none. The name without it is to be looked at. */
export function zoneInName(name: string): NamedZone | null {
  const trimmed = name.trim();
  const [, bracketed, inside] = BRACKETS.exec(trimmed) ?? [];
  if (bracketed !== undefined && inside !== undefined) return named(bracketed, inside);
  const [, behind, word] = BEHIND.exec(trimmed) ?? [];
  if (behind !== undefined && word !== undefined) return named(behind, word);
  const [, first, rest] = BEFORE.exec(trimmed) ?? [];
  return first !== undefined && rest !== undefined ? named(rest, first) : null;
}

function named(column: string, text: string): NamedZone {
  return { column, text: NO_ZONE.test(text) ? "" : text, zone: zoneOf(text) };
}

/** Columns that say the zone of each row. */
export const ZONE_COLUMNS: ReadonlySet<string> = new Set([
  "tz",
  "timezone",
  "zone",
  "utcoffset",
  "gmtoffset",
  "tzoffset",
]);
const IN_A_LINE = new RegExp(
  `\\btime ?zone\\b.*|\\b(?:UTC|GMT) ?[+-]\\d+|\\b(?:${Object.keys(ABBREVIATIONS)
    .filter((name) => name.length > 2)
    .join("|")})\\b`,
);

/** A zone that a line above the header speaks of; null where it speaks of none. */
export const zoneInLine = (line: string): string | null => IN_A_LINE.exec(line)?.[0] ?? null;

/** What a person can say who knows what an unclear zone means. */
export function zoneRemedy(text: string): string {
  const [offset, place] = ABBREVIATIONS[text.toUpperCase()] ?? [];
  if (offset === undefined || place === undefined)
    return "Give their zone: --time-zone UTC, an offset such as --time-zone +01:00, or a place such as --time-zone Europe/Berlin.";
  return `Choose one: --time-zone ${offset} all year, or --time-zone ${place} with its summer time.`;
}
