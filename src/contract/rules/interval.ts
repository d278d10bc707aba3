import { DAY, HOUR, MINUTE, SECOND } from "../../core/time/duration.js";
import { wholeNumber } from "./numbers.js";

const UNITS = [
  ["day", DAY],
  ["hour", HOUR],
  ["minute", MINUTE],
  ["second", SECOND],
] as const;

const INTERVAL = /^(?:every\s+)?(?:([\d,]+)\s*)?(d|days?|h|hours?|hrs?|m|mins?|minutes?|s|secs?|seconds?)$/i;

/** The milliseconds of `2 minutes`, `minute`, `60 seconds`, `every 1 hour`, `5 min`, `2m`; null where it cannot be read. */
export function readInterval(text: string): number | null {
  const [, digits = "1", word = ""] = INTERVAL.exec(text.trim()) ?? [];
  const unit = UNITS.find(([name]) => name[0] === word[0]?.toLowerCase());
  const count = wholeNumber(digits);
  if (unit === undefined || count === null) return null;
  const ms = count * unit[1];
  return Number.isSafeInteger(ms) ? ms : null;
}

/** The largest unit that divides it: `2 minutes`. Whole seconds only, from 1 on; throws a RangeError otherwise. */
export function printInterval(ms: number): string {
  const unit = UNITS.find(([, length]) => ms % length === 0);
  if (unit === undefined || ms <= 0) throw new RangeError(`${ms} ms is not a number of whole seconds`);
  const count = ms / unit[1];
  return `${count} ${unit[0]}${count === 1 ? "" : "s"}`;
}
