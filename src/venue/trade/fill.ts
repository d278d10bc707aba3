import { Decimal, fromDouble } from "../../core/number/decimal.js";
import { bookable } from "../../model/bookable.js";

/** What a swap gives. */
export interface Fill {
  readonly toAmount: Decimal;
  /** toAmount / fromAmount. */
  readonly rate: number;
}

const ONE = new Decimal(1);

/** USD that an amount (0 or above) is worth at a price (above 0). */
export function usdOf(amount: Decimal, price: number): number {
  return amount.times(fromDouble(price)).toNumber();
}

/**
 * toAmount = fromAmount × fromPrice × (1 − slippage) / toPrice, in decimals, rounded down to 15
 * significant digits and 15 decimal places: what is booked is what a double can say, and the service keeps.
 *
 * @param fromAmount tokens sold, bookable
 * @param slippage a fraction in [0, 1]
 */
export function fillOf(fromAmount: Decimal, fromPrice: number, toPrice: number, slippage: number): Fill {
  const usd = fromAmount.times(fromDouble(fromPrice));
  const toAmount = bookable(usd.times(ONE.minus(fromDouble(slippage))).dividedBy(fromDouble(toPrice)));
  return { toAmount, rate: toAmount.dividedBy(fromAmount).toNumber() };
}
