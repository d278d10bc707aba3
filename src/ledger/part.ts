import { cutToDouble, Decimal } from "../core/decimal.js";

/** Finer than any amount that a double carries of a token worth trading; coarse enough that sums stay within 60 digits. */
const FINEST = 30;

/** `amount` × `share` / `of`, rounded down to what doubles carry, so that what is left is exact as well. */
export function partOf(amount: Decimal, share: Decimal | number, of: Decimal | number = 1): Decimal {
  // Multiplied first: a third of three is one.
  return cutToDouble(amount.times(share).dividedBy(of)).toDecimalPlaces(FINEST, Decimal.ROUND_DOWN);
}
