import { cutToDouble, Decimal } from "../core/decimal.js";

/** Digits, at most one point, at most one short exponent: what JavaScript's Number reads, without hex, signs of minus, or names. */
const NUMBER = /^\+?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
const LONGEST = 80;

/** Smallest part of a token that is booked: sums of such amounts are exact in 60 digits up to 1e30 tokens. */
export const DECIMAL_PLACES = 30;

/** What a double carries of any decimal. */
export const SIGNIFICANT_DIGITS = 15;

/** The amount above 0 that a request's text says, exactly; null where it says none (nonsense, 0, negative, not finite as a double, longer than 80 characters). */
export function parseAmount(text: string): Decimal | null {
  const trimmed = text.length <= LONGEST ? text.trim() : "";
  if (!NUMBER.test(trimmed)) return null;
  const value = Number(trimmed);
  return Number.isFinite(value) && value > 0 ? new Decimal(trimmed) : null;
}

/** The largest amount not above `value` that can be booked: 15 significant digits, so that its double reads back as the same decimal, and 30 places. */
export function bookable(value: Decimal): Decimal {
  if (value.precision() <= SIGNIFICANT_DIGITS && value.decimalPlaces() <= DECIMAL_PLACES) return value;
  return cutToDouble(value).toDecimalPlaces(DECIMAL_PLACES, Decimal.ROUND_DOWN);
}
