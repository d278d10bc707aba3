import { cutToDouble, Decimal, DOUBLE_DIGITS, ROUNDING, ZERO } from "../core/number/decimal.js";

// How the service stores amounts, and what follows for whoever compares them. Source: the deployed service of May 2025,
// observed. Its columns are PostgreSQL's numeric(30,15): 15 decimal places, rounded half away from zero. It computes in
// doubles, and its JSON numbers are doubles as well, of which 15 significant digits are certain.

/** Decimal places with which amounts are booked. */
export const BOOKED_PLACES = 15;

/** The smallest amount that is booked. */
export const LEAST_BOOKED: Decimal = new Decimal(10).pow(-BOOKED_PLACES);

/**
 * The largest amount not above `value` that is booked unchanged: cut down to 15 decimal places and 15 significant digits.
 * Everything that is sold is cut so; what has become 0 by it is dust, and is not sent.
 */
export function bookable(value: Decimal): Decimal {
  if (value.precision() <= DOUBLE_DIGITS && value.decimalPlaces() <= BOOKED_PLACES) return value;
  return cutToDouble(value).toDecimalPlaces(BOOKED_PLACES, Decimal.ROUND_DOWN);
}

/**
 * Whether two amounts of one trade are the same once they are booked: what was asked for, and what the service says.
 * They are where they differ by less than one unit of the last place that `bookable` keeps, which covers an amount
 * that was sent longer than that (by earlier versions), whether the service cut or rounded it.
 */
export function isSameAmount(one: Decimal, other: Decimal): boolean {
  if (one.toNumber() === other.toNumber()) return true;
  const unit = new Decimal(10).pow(Math.max(-BOOKED_PLACES, Math.min(one.e, other.e) - (DOUBLE_DIGITS - 1)));
  return one.minus(other).abs().lessThan(unit);
}

/** What the trades of a token have added to a balance and taken from it. */
export interface Moved {
  readonly sum: Decimal;
  readonly count: number;
}

const NOTHING_MOVED: Moved = { sum: ZERO, count: 0 };

/**
 * Whether a balance that the service sent is an amount that we know, but for its rounding. A balance is a sum of its own:
 * each booking may round it by a unit of the 15th place, and doubles round it at the size of what was moved, however
 * little is left. So unlike the amounts of one trade it is not exact after the cut.
 */
export function isSameBalance(known: Decimal, sent: number, moved: Moved = NOTHING_MOVED): boolean {
  const size = Decimal.max(known.abs(), Math.abs(sent), moved.sum);
  const rounding = size.times(ROUNDING).plus(LEAST_BOOKED.times(moved.count + 1));
  return known.minus(sent).abs().lessThanOrEqualTo(rounding);
}
