import { Decimal as Base } from "decimal.js";
import { EXACT_POWERS, wholeOf } from "./words.js";

/**
 * Exact decimal numbers for amounts. 60 significant digits, rounding down: what is spent is never
 * rounded up. Print with `plain`, never `toString()` (which writes 1e-7).
 */
export const Decimal = Base.clone({ precision: 60, rounding: Base.ROUND_DOWN, defaults: true });
export type Decimal = Base;

export const ZERO: Decimal = new Decimal(0);

/** Plain decimal notation: digits, at most one point, an optional minus sign. No exponent, no spaces. */
const PLAIN = /^-?\d+(\.\d+)?$/;

/** The decimal of a text in plain notation, or null where it is not one (exponents, spaces, hex, NaN). */
export function parseDecimal(text: string): Decimal | null {
  return PLAIN.test(text) ? new Decimal(text) : null;
}

/** The decimal of a JSON number: the shortest one that reads back as the same double. Throws on NaN and infinities. */
export function fromDouble(value: number): Decimal {
  if (!Number.isFinite(value)) throw new RangeError(`${value} is not an amount`);
  // A minus zero would be written as "-0".
  return new Decimal(value === 0 ? 0 : value);
}

/** Digits of a decimal that every double carries. */
export const DOUBLE_DIGITS = 15;

/** Cut to 15 significant digits, towards zero: every such decimal survives a double unchanged. */
export function cutToDouble(value: Decimal): Decimal {
  if (value.precision() <= DOUBLE_DIGITS) return value;
  return value.toSignificantDigits(DOUBLE_DIGITS, Base.ROUND_DOWN);
}

/** The double nearest to a decimal, as `toNumber` gives it, without the way over its text where its digits are few. */
export function toDouble(value: Decimal): number {
  const whole = value.isFinite() ? wholeOf(value) : null;
  const power = whole === null ? undefined : EXACT_POWERS[whole.places];
  if (whole === null || power === undefined) return value.toNumber();
  // Both are exact, so the quotient is rounded once, as the text would be.
  return (value.s * whole.digits) / power;
}

/** Whether a is below b: as `lessThan`, which makes a copy of b first. */
export function isLess(a: Decimal, b: Decimal): boolean {
  if (a === b) return false;
  const near = toDouble(a);
  const other = toDouble(b);
  // Rounding keeps the order: only what rounds to the same double must be looked at closely.
  return near === other ? a.lessThan(b) : near < other;
}

/** Whether it is above 0: as `greaterThan(0)`, which makes a decimal of the 0 first. */
export function isAboveZero(value: Decimal): boolean {
  return value.isPositive() && !value.isZero();
}

export function lesser(a: Decimal, b: Decimal): Decimal {
  return isLess(b, a) ? b : a;
}

/** Whether a decimal, sent as a double, is this double. */
export function equalsDouble(value: Decimal, sent: number): boolean {
  return value.toNumber() === sent;
}

/** Share by which amounts as doubles, their sums and products, may be off from the exact value. */
export const ROUNDING = 1e-12;

/** Between these JavaScript writes a double without an exponent. */
const LEAST_PLAIN = 1e-6;
const MOST_PLAIN = 1e21;

/** What was printed last: an amount is told of several times on its way. */
let printed = { value: ZERO, text: "0" };

/** Plain notation without exponent, as it goes on the wire and into files. */
export function plain(value: Decimal): string {
  if (value !== printed.value) printed = { value, text: textOf(value) };
  return printed.text;
}

function textOf(value: Decimal): string {
  if (!(value.precision() <= DOUBLE_DIGITS)) return value.toFixed();
  // No other decimal of so few digits reads back as the same double, so the shortest text of that one is its own.
  const double = toDouble(value);
  const size = Math.abs(double);
  return size >= LEAST_PLAIN && size < MOST_PLAIN ? String(double) : value.toFixed();
}
