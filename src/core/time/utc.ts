import { DAY } from "./duration.js";

/** A moment in ISO 8601, to the millisecond: `2025-01-02T03:04:05.678Z`. Throws RangeError beyond what a Date holds. */
export function iso(at: number): string {
  return new Date(at).toISOString();
}

/** The day of a moment, counted from the epoch. */
export function dayOf(at: number): number {
  return Math.floor(at / DAY);
}

/** The day that was asked for last: thousands of moments are of one day. */
const asked = { day: NaN, text: "" };

/** The day of a moment, `YYYY-MM-DD`. */
export function utcDay(at: number): string {
  const day = dayOf(at);
  if (day !== asked.day) Object.assign(asked, { day, text: iso(at).slice(0, 10) });
  return asked.text;
}
