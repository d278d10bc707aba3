import { cutToDouble, Decimal, DOUBLE_DIGITS } from "../core/number/decimal.js";

/** Smallest part of a token that is booked: sums of such amounts are exact in 60 digits up to 1e30 tokens. */
export const BOOKED_PLACES = 30;

/** The largest amount not above `value` that can be booked: 15 significant digits, so that its double reads back as the same decimal, and 30 places. */
export function bookable(value: Decimal): Decimal {
  if (value.precision() <= DOUBLE_DIGITS && value.decimalPlaces() <= BOOKED_PLACES) return value;
  return cutToDouble(value).toDecimalPlaces(BOOKED_PLACES, Decimal.ROUND_DOWN);
}
