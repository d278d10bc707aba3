import { Decimal, isLess } from "../core/decimal.js";

/**
 * How a trade is divided: equal parts of at most `largest`, as few as that allows; none where no part can be so small.
 * They are cut to the amount's own decimal places, so that they add up to it exactly and a full exit leaves no dust.
 */
export function equalParts(amount: Decimal, largest: Decimal): Decimal[] {
  if (!isLess(largest, amount)) return [amount];
  const places = amount.decimalPlaces();
  const unit = new Decimal(10).pow(-places);
  // Parts end on the grid of the amount's places, so the limit does too.
  const most = largest.toDecimalPlaces(places, Decimal.ROUND_DOWN);
  if (most.lessThan(unit)) return [];
  const count = amount.dividedBy(most).ceil().toNumber();
  const part = amount.dividedBy(count).toDecimalPlaces(places, Decimal.ROUND_DOWN);
  const extra = amount.minus(part.times(count)).dividedBy(unit).toNumber();
  return Array.from({ length: count }, (_, i) => (i < extra ? part.plus(unit) : part));
}
