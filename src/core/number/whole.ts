import { DOUBLE_DIGITS } from "./decimal.js";
import { EXACT_POWERS, type Whole } from "./words.js";

// What two numbers that doubles count exactly multiply and divide to can nearly always be told from doubles alone: some ten
// times faster than with `Scaled`, which whoever uses these falls back on.

/** The decimal of a double above 0, as `fromDouble` gives it; null where that has more than 15 digits, or is very large or small. */
export function wholeOfDouble(value: number): Whole | null {
  if (Number.isSafeInteger(value)) return { digits: value, places: 0 };
  const places = DOUBLE_DIGITS - 1 - Math.floor(Math.log10(value));
  const power = EXACT_POWERS[places];
  if (power === undefined) return null;
  const digits = Math.round(value * power);
  // No other decimal of so few digits reads back as the same double, so this is the shortest one.
  return digits < 1e15 && digits / power === value ? { digits, places } : null;
}

/** 2^27 + 1: splits a double into two halves of its digits (Veltkamp). */
const SPLITTER = 134_217_729;
/** What the last product was less than exact. */
let rest = 0;

/** a × b as a double, and in `rest` what it lacks (Dekker): both together are exact. */
function product(a: number, b: number): number {
  const whole = a * b;
  let split = a * SPLITTER;
  const highA = split - (split - a);
  const lowA = a - highA;
  split = b * SPLITTER;
  const highB = split - (split - b);
  const lowB = b - highB;
  rest = lowA * lowB - (whole - highA * highB - lowA * highB - highA * lowB);
  return whole;
}

/** Far more than what the last steps may be off, as a share of the result, and far less than a double's last digit. */
const GUARD = 2 ** -90;

/** The double nearest to (a × b) / (c × d), all above 0 and exact; NaN where that is too close to the middle of two to tell. */
export function nearestRatio(a: number, b: number, c: number, d: number): number {
  const above = product(a, b);
  const aboveMore = rest;
  const below = product(c, d);
  const belowMore = rest;
  const quotient = above / below;
  const back = product(quotient, below);
  const correction = (above - back - rest + aboveMore - quotient * belowMore) / below;
  const guard = quotient * GUARD;
  const nearest = quotient + (correction + guard);
  return nearest === quotient + (correction - guard) ? nearest : Number.NaN;
}

/**
 * A share means the shortest decimal of its double, which that double misses by up to half of its last digit: as a part of
 * what is kept that is up to half of this × share / kept; the whole of it, to be safe.
 */
const SHARE_ERROR = 2 ** -52;

/**
 * a × b / c × (1 − share) × 10^shift, cut to a whole number below 10^15; NaN where it cannot tell, as where the result is
 * nearly whole. All above 0 and exact, but for the share: that is the shortest decimal of its double.
 *
 * @param share at least 0, below 1
 */
export function cutLessShare(a: number, b: number, c: number, share: number, shift: number): number {
  const power = EXACT_POWERS[Math.abs(shift)];
  if (power === undefined) return Number.NaN;
  const above = product(a, b);
  let more = rest;
  const quotient = above / c;
  const back = product(quotient, c);
  more = (above - back - rest + more) / c;
  const kept = 1 - share;
  const keptMore = 1 - kept - share;
  let high = product(quotient, kept);
  let low = rest + quotient * keptMore + more * kept;
  if (shift >= 0) {
    low *= power;
    high = product(high, power);
    low += rest;
  } else {
    const cut = high / power;
    const cutBack = product(cut, power);
    low = (high - cutBack - rest + low) / power;
    high = cut;
  }
  const whole = Math.floor(high);
  const part = high - whole + low;
  const error = high * ((share / kept) * SHARE_ERROR + GUARD) + GUARD;
  return part > error && part < 1 - error ? whole : Number.NaN;
}
