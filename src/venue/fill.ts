import { Decimal, fromDouble } from "../core/decimal.js";
import { bookable } from "./amount.js";

/** What a swap gives. */
export interface Fill {
  readonly fromAmount: Decimal;
  readonly toAmount: Decimal;
  /** toAmount / fromAmount. */
  readonly rate: number;
}

const ONE = new Decimal(1);

/** USD that an amount is worth at a price. */
export function usdOf(amount: Decimal, price: number): number {
  return amount.times(fromDouble(price)).toNumber();
}

/**
 * toAmount = fromAmount × fromPrice × (1 − slippage) / toPrice, in decimals, rounded down to 15
 * significant digits: what is booked is what a double can say.
 *
 * @param fromAmount tokens sold, bookable
 * @param slippage a fraction in [0, 1]
 */
export function fillOf(fromAmount: Decimal, fromPrice: number, toPrice: number, slippage: number): Fill {
  const usd = fromAmount.times(fromDouble(fromPrice));
  const toAmount = bookable(usd.times(ONE.minus(fromDouble(slippage))).div(fromDouble(toPrice)));
  return { fromAmount, toAmount, rate: toAmount.div(fromAmount).toNumber() };
}
