import { Decimal, DOUBLE_DIGITS, fromDouble, toDouble, ZERO } from "../../core/number/decimal.js";
import {
  cutQuotient,
  decimalOf,
  decimalOfWhole,
  isOrdinary,
  nearestDouble,
  powerOfTen,
  scaledOf,
  scaledOfDouble,
  type Scaled,
} from "../../core/number/scaled.js";
import { cutLessShare, nearestRatio, wholeOfDouble } from "../../core/number/whole.js";
import { EXACT_POWERS, wholeOf } from "../../core/number/words.js";
import { bookable, BOOKED_PLACES } from "../../model/bookable.js";

/** What a swap gives. */
export interface Fill {
  readonly toAmount: Decimal;
  /** toAmount / fromAmount. */
  readonly rate: number;
}

const ONE = new Decimal(1);

/** Prices seldom change between a quote and its trade: their decimals are kept, so many at most. */
const MOST_KEPT = 64;
const kept = new Map<number, Scaled>();

function priceOf(usd: number): Scaled {
  const known = kept.get(usd);
  if (known !== undefined) return known;
  if (kept.size >= MOST_KEPT) kept.clear();
  const scaled = scaledOfDouble(usd);
  kept.set(usd, scaled);
  return scaled;
}

/** What was asked for last: a quote and its trade ask for the same. */
let asked = { amount: ZERO, price: Number.NaN, usd: Number.NaN };

/** USD that an amount (0 or above) is worth at a price (above 0). */
export function usdOf(amount: Decimal, price: number): number {
  if (amount !== asked.amount || price !== asked.price) asked = { amount, price, usd: worthOf(amount, price) };
  return asked.usd;
}

function worthOf(amount: Decimal, price: number): number {
  const near = toDouble(amount) * price;
  if (!isOrdinary(near)) return exactWorth(amount, price);
  const worth = worthInDoubles(amount, price);
  return Number.isNaN(worth) ? worthInIntegers(amount, price, near) : worth;
}

/** NaN where it cannot tell. */
function worthInDoubles(amount: Decimal, price: number): number {
  const sold = wholeOf(amount);
  const usd = wholeOfDouble(price);
  if (sold === null || usd === null) return Number.NaN;
  const soldPower = EXACT_POWERS[sold.places];
  const usdPower = EXACT_POWERS[usd.places];
  if (soldPower === undefined || usdPower === undefined) return Number.NaN;
  return nearestRatio(sold.digits, usd.digits, soldPower, usdPower);
}

function exactWorth(amount: Decimal, price: number): number {
  return amount.times(fromDouble(price)).toNumber();
}

function worthInIntegers(amount: Decimal, price: number, near: number): number {
  const { digits, places } = scaledOf(amount);
  const usd = priceOf(price);
  const zeros = places + usd.places;
  if (zeros < 0 || amount.precision() > DOUBLE_DIGITS) return exactWorth(amount, price);
  return nearestDouble(digits * usd.digits, powerOfTen(zeros), near);
}

/**
 * toAmount = fromAmount × fromPrice × (1 − slippage) / toPrice, in decimals, rounded down to 15
 * significant digits and 15 decimal places: what is booked is what a double can say, and the service keeps.
 *
 * @param fromAmount tokens sold, bookable
 * @param slippage a fraction in [0, 1]
 */
export function fillOf(fromAmount: Decimal, fromPrice: number, toPrice: number, slippage: number): Fill {
  return (
    fillInDoubles(fromAmount, fromPrice, toPrice, slippage) ??
    fillInIntegers(fromAmount, fromPrice, toPrice, slippage) ??
    fillInDecimals(fromAmount, fromPrice, toPrice, slippage)
  );
}

/** What `fillInDecimals` gives; null for numbers that are too long or too far apart for doubles, or too close to a rounding. */
function fillInDoubles(fromAmount: Decimal, fromPrice: number, toPrice: number, slippage: number): Fill | null {
  const near = (toDouble(fromAmount) * fromPrice * (1 - slippage)) / toPrice;
  if (!isOrdinary(near)) return null;
  const sold = wholeOf(fromAmount);
  const price = wholeOfDouble(fromPrice);
  const divisor = wholeOfDouble(toPrice);
  if (sold === null || price === null || divisor === null) return null;
  const places = Math.min(BOOKED_PLACES, DOUBLE_DIGITS - 1 - Math.floor(Math.log10(near)));
  const shift = places + divisor.places - sold.places - price.places;
  const digits = cutLessShare(sold.digits, price.digits, divisor.digits, slippage, shift);
  // NaN, or an estimate that was off where the result is close to a power of ten. With all places there may be fewer digits.
  if (!(digits >= (places === BOOKED_PLACES ? 1 : 1e14) && digits < 1e15)) return null;
  const zeros = sold.places - places;
  const power = EXACT_POWERS[Math.abs(zeros)];
  if (power === undefined) return null;
  const rate = zeros >= 0 ? nearestRatio(digits, power, sold.digits, 1) : nearestRatio(digits, 1, sold.digits, power);
  return Number.isNaN(rate) ? null : { toAmount: decimalOfWhole(digits, places), rate };
}

/** The same, whatever the numbers are. */
export function fillInDecimals(fromAmount: Decimal, fromPrice: number, toPrice: number, slippage: number): Fill {
  const usd = fromAmount.times(fromDouble(fromPrice));
  const toAmount = bookable(usd.times(ONE.minus(fromDouble(slippage))).div(fromDouble(toPrice)));
  return { toAmount, rate: toAmount.div(fromAmount).toNumber() };
}

/** Decimal places of a slippage up to which the product before the division has at most 60 digits (15 + 17 + 28): Decimal would not round it either. */
const MOST_PLACES = 28;

/** What `fillInDecimals` gives, by integers; null for numbers that are too long or too far apart for it. */
function fillInIntegers(fromAmount: Decimal, fromPrice: number, toPrice: number, slippage: number): Fill | null {
  const sold = toDouble(fromAmount);
  const near = (sold * fromPrice * (1 - slippage)) / toPrice;
  const lost = scaledOfDouble(slippage);
  if (!isOrdinary(near) || !isOrdinary(sold) || lost.places > MOST_PLACES || fromAmount.precision() > DOUBLE_DIGITS)
    return null;
  const from = scaledOf(fromAmount);
  const price = priceOf(fromPrice);
  const divisor = priceOf(toPrice);
  const value = from.digits * price.digits * (powerOfTen(lost.places) - lost.digits);
  const shift = divisor.places - from.places - price.places - lost.places;
  const bought = bookableOf(cutQuotient(value, divisor.digits, shift, near));
  if (bought.digits === 0n) return { toAmount: ZERO, rate: 0 };
  const toAmount = decimalOf(bought);
  return { toAmount, rate: rateOf(bought, from, toDouble(toAmount) / sold) };
}

/** Cut to the places that are booked, as `bookable` does. */
function bookableOf({ digits, places }: Scaled): Scaled {
  if (places <= BOOKED_PLACES) return { digits, places };
  return { digits: digits / powerOfTen(places - BOOKED_PLACES), places: BOOKED_PLACES };
}

/** bought / sold: the double nearest to it. */
function rateOf(bought: Scaled, sold: Scaled, near: number): number {
  const zeros = sold.places - bought.places;
  return zeros >= 0
    ? nearestDouble(bought.digits * powerOfTen(zeros), sold.digits, near)
    : nearestDouble(bought.digits, sold.digits * powerOfTen(-zeros), near);
}
