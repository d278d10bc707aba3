import { Decimal } from "./number/decimal.js";
import { DAY, HOUR, MINUTE, SECOND } from "./time/duration.js";

/**
 * Numbers, times and lengths as people read them, the same on every machine: no locale is asked. Pages and sentences have
 * a true minus sign and units; src/report/page/format.js writes the same in a browser. The columns of a terminal have
 * their unit in the heading and a hyphen for a minus, so that a figure can be copied: these functions begin with `plain`.
 */

/** Below this, toFixed writes no exponent. */
const MOST_FIXED = 1e21;
const MOST_DECIMALS = 100;

/** Digits before and after the point that are shown: as many as decimals are computed with. More can only be nonsense. */
const MOST_DIGITS = 60;

/** Digits with thousands apart, and a hyphen for a minus; a zero has none. */
export function plainFixed(value: number, decimals: number): string {
  const short = Math.abs(value) < MOST_FIXED && decimals <= MOST_DECIMALS;
  const text = short ? value.toFixed(decimals) : new Decimal(value).toFixed(decimals);
  return plainDecimal(/[1-9]/.test(text) ? text : text.replace("-", ""));
}

/** An exact decimal text, thousands apart. What has more digits than can mean anything is cut, and says so. */
export function plainDecimal(text: string): string {
  const [whole = "", fraction] = text.split(".");
  const digits = whole.replace("-", "").length;
  if (digits > MOST_DIGITS) return `${whole.slice(0, 9)}… (${digits} digits)`;
  const apart = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  if (fraction === undefined) return apart;
  return `${apart}.${fraction.length > MOST_DIGITS ? `${fraction.slice(0, MOST_DIGITS)}…` : fraction}`;
}

/** Decimals that six significant digits need. */
const sixDigits = (value: number): number => 6 - Math.ceil(Math.log10(Math.abs(value)));

const withoutZeros = (text: string): string => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);

/** Dollars and cents; below a dollar six significant digits, so that small values are seen. "n/a" if not known. */
export function plainUsd(value: number | null): string {
  if (value === null) return "n/a";
  const small = value !== 0 && Math.abs(value) < 0.995;
  return small ? withoutZeros(plainFixed(value, sixDigits(value))) : plainFixed(value, 2);
}

/** Six significant digits at least, two decimals at least, all whole digits always. "n/a" if not known. */
export function plainDigits(value: number | null): string {
  if (value === null) return "n/a";
  return plainFixed(value, value === 0 ? 2 : Math.min(30, Math.max(2, sixDigits(value))));
}

/** A fraction as percent with two decimals: 0.0123 is `1.23%`. "n/a" if not known. */
export function plainPercent(fraction: number | null): string {
  return fraction === null ? "n/a" : `${plainFixed(fraction * 100, 2)}%`;
}

const typeset = (text: string): string => text.replace(/^-/, "−");
const signed = (text: string): string => (text.startsWith("−") || !/[1-9]/.test(text) ? text : `+${text}`);

/** As `plainFixed`, with a true minus sign. */
export function fixed(value: number, decimals: number): string {
  return typeset(plainFixed(value, decimals));
}

export function count(value: number): string {
  return fixed(value, Number.isInteger(value) ? 0 : 1);
}

/** "1 file", "2,000 files". */
export function counted(value: number, one: string): string {
  return `${count(value)} ${value === 1 ? one : `${one}s`}`;
}

export function usd(value: number): string {
  const text = fixed(value, 2);
  return text.startsWith("−") ? `−$${text.slice(1)}` : `$${text}`;
}

/** A fraction as percent: 0.0123 is `1.23%`. */
export function percent(fraction: number): string {
  return typeset(plainPercent(fraction));
}

/** A change as percent, with its sign. */
export function change(fraction: number): string {
  return signed(percent(fraction));
}

/** A difference of two fractions in percentage points, with its sign. */
export function points(fraction: number): string {
  return `${signed(fixed(fraction * 100, 2))} points`;
}

/** USD won or lost, with its sign. */
export function gain(value: number): string {
  return signed(usd(value));
}

/** Six significant digits at least, all whole digits always. */
export function digits(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return String(value);
  const decimals = Math.max(0, sixDigits(value));
  // What has more digits than can be read is written with its power of ten.
  if (decimals > 20 || Math.abs(value) >= MOST_FIXED) return typeset(value.toExponential(5));
  return withoutZeros(fixed(value, decimals));
}

/** A size in the largest unit that it fills: `512 kB`, `1.5 MB`. */
export function fileSize(bytes: number): string {
  if (bytes < 1e6) return `${plainFixed(bytes / 1e3, 0)} kB`;
  return bytes < 1e9 ? `${plainFixed(bytes / 1e6, 1)} MB` : `${plainFixed(bytes / 1e9, 1)} GB`;
}

/** A moment to the minute, UTC. */
export function moment(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace("T", " ");
}

/** A moment to the second, UTC: `2025-01-02 03:04:05`; "n/a" if not known. */
export function timestamp(at: number | null): string {
  return at === null ? "n/a" : new Date(at).toISOString().slice(0, 19).replace("T", " ");
}

/** A moment to the millisecond, as ISO 8601; whole seconds without a fraction. */
export function shortIso(at: number): string {
  return new Date(at).toISOString().replace(".000Z", "Z");
}

export { utcDay as day } from "./time/utc.js";

/** A duration by its two largest units: `3 d 4 h`. */
export function duration(ms: number): string {
  const units: readonly [string, number][] = [
    ["d", DAY],
    ["h", HOUR],
    ["min", MINUTE],
    ["s", SECOND],
    ["ms", 1],
  ];
  let left = Math.abs(Math.round(ms));
  const first = units.findIndex(([, size]) => left >= size);
  if (first < 0) return "0 s";
  const parts: string[] = [];
  for (const [unit, size] of units.slice(first, first + 2)) {
    const whole = Math.floor(left / size);
    if (whole > 0) parts.push(`${count(whole)} ${unit}`);
    left -= whole * size;
  }
  return (ms < 0 ? "−" : "") + parts.join(" ");
}
