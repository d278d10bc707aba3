import { ContenderError } from "../errors.js";

/** Milliseconds, as all durations. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const UNITS = { ms: 1, s: SECOND, m: MINUTE, h: HOUR, d: DAY, w: 7 * DAY } as const;

/** A duration that cannot be read. */
export class DurationError extends ContenderError {
  readonly code = "DURATION";
}

/** What less than this lacks to whole milliseconds was lost in the arithmetic of doubles. */
const ROUNDING = 1e-4;

/** Milliseconds of a text such as `90s`, `1h30m`, `7d`, `250ms`. Throws DurationError on anything else. */
export function parseDuration(text: string): number {
  const parts = [...text.trim().matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d|w)/gy)];
  const read = parts.reduce((length, part) => length + part[0].length, 0);
  if (parts.length === 0 || read !== text.trim().length)
    throw new DurationError(`"${text}" is not a duration`, {
      remedy: "Write a number and a unit (ms, s, m, h, d, w), such as 90s, 1h30m or 7d.",
    });
  const ms = parts.reduce((sum, [, count, unit]) => sum + Number(count) * UNITS[unit as keyof typeof UNITS], 0);
  // 2.01 times 1000 is a little less than 2010.
  const whole = Math.round(ms);
  return Math.abs(ms - whole) < ROUNDING ? whole : ms;
}

/** The shortest exact text of a duration: 90000 is `1m30s`. Negative ones get a minus sign. */
export function formatDuration(ms: number): string {
  if (ms < 0) return `-${formatDuration(-ms)}`;
  let left = Math.round(ms);
  let text = "";
  for (const unit of ["d", "h", "m", "s", "ms"] as const) {
    const count = Math.floor(left / UNITS[unit]);
    if (count > 0) text += `${count}${unit}`;
    left -= count * UNITS[unit];
  }
  return text === "" ? "0s" : text;
}

/** A measured length, to the whole second, below one to the millisecond: 35,202,717 is `9h46m43s`. */
export function formatLength(ms: number): string {
  return formatDuration(Math.abs(ms) < SECOND ? ms : Math.round(ms / SECOND) * SECOND);
}
