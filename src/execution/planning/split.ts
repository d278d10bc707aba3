import { Decimal, DOUBLE_DIGITS, ZERO } from "../../core/number/decimal.js";
import { bookable, BOOKED_PLACES } from "../../model/bookable.js";
import type { TokenName } from "../../model/token.js";
import type { PlanningContext } from "./planning-context.js";
import { tooSmallPart } from "./sizing.js";

/** More parts than anybody would send. */
const ABSURD = 1e6;

/**
 * How a trade is divided: equal parts of at most `largest`, as few as that allows; none where no part can be so small.
 * They are cut to the amount's own decimal places where that makes them no more, and none less than `least`, else to those
 * that can be booked of an amount of its size, so that they add up to it exactly and a full exit leaves no dust.
 */
export function equalParts(amount: Decimal, largest: Decimal, least: Decimal = ZERO): Decimal[] {
  if (!largest.lessThan(amount)) return [amount];
  const own = partsOn(amount.decimalPlaces(), amount, largest);
  const smallest = own.at(-1);
  const areFew = new Decimal(own.length - 1).times(largest).lessThan(amount);
  if (smallest !== undefined && areFew && !smallest.lessThan(least)) return own;
  const places = Math.max(amount.decimalPlaces(), DOUBLE_DIGITS - 1 - amount.e);
  return partsOn(Math.min(places, BOOKED_PLACES), amount, largest);
}

function partsOn(places: number, amount: Decimal, largest: Decimal): Decimal[] {
  const unit = new Decimal(10).pow(-places);
  // Parts end on the grid of these places, so the limit does too.
  const most = largest.toDecimalPlaces(places, Decimal.ROUND_DOWN);
  if (most.lessThan(unit)) return [];
  const count = amount.dividedBy(most).ceil().toNumber();
  if (count > ABSURD) return [];
  const part = amount.dividedBy(count).toDecimalPlaces(places, Decimal.ROUND_DOWN);
  const extra = amount.minus(part.times(count)).dividedBy(unit).toNumber();
  return Array.from({ length: count }, (_, i) => (i < extra ? part.plus(unit) : part));
}

/** A part of what shall go altogether: half of it where a whole part would leave less than the smallest trade behind. */
export function partOfExit(outlook: PlanningContext, from: TokenName, all: Decimal, part: Decimal): Decimal {
  const { settings, board } = outlook.ports;
  const rest = all.minus(part);
  if (rest.isZero()) return part;
  if (rest.toNumber() * (board.usd(from) ?? 0) >= settings.minTradeUsd && tooSmallPart(outlook, rest, from) === null)
    return part;
  const half = bookable(all.dividedBy(2));
  const round = half.toDecimalPlaces(all.decimalPlaces(), Decimal.ROUND_DOWN);
  // Half of 1 is none on its own decimal places.
  return round.isZero() || tooSmallPart(outlook, round, from) !== null ? half : round;
}
