import type { Decimal } from "../core/number/decimal.js";
import { bookable } from "../model/bookable.js";

/** `amount` × `share` / `of`, rounded down to what can be booked, so that what is left is exact as well. */
export function partOf(amount: Decimal, share: Decimal | number, of: Decimal | number = 1): Decimal {
  // Multiplied first: a third of three is one.
  return bookable(amount.times(share).dividedBy(of));
}
