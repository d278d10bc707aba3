import { cutToDouble, Decimal, DOUBLE_DIGITS, toDouble } from "./decimal.js";
import { cutLessShare, wholeOfDouble } from "./whole.js";
import { EXACT_POWERS, WORD, WORD_DIGITS, wholeOf } from "./words.js";

/**
 * A decimal number as an integer: digits / 10^places. Where a handful of operations on short numbers
 * must give what Decimal gives to the last digit, these give it some ten times faster; whoever uses them
 * makes sure that Decimal would not have rounded in between.
 */
export interface Scaled {
  readonly digits: bigint;
  /** May be negative: then the digits are followed by as many zeros. */
  readonly places: number;
}

const MOST = 2n ** 53n;
/** Of decimal.js' words, as many as a double counts exactly. */
const EXACT_WORDS = 2;
const POWERS = Array.from({ length: 128 }, (_, i) => 10n ** BigInt(i));

/** 10^exponent, exponent ≥ 0. */
export function powerOfTen(exponent: number): bigint {
  return POWERS[exponent] ?? 10n ** BigInt(exponent);
}

/** A finite decimal, 0 or above. */
export function scaledOf(value: Decimal): Scaled {
  const { d: words, e: exponent } = value;
  const count = words.length;
  const places = WORD_DIGITS * (count - 1 - Math.floor(exponent / WORD_DIGITS));
  const head = count <= EXACT_WORDS ? count : EXACT_WORDS;
  let safe = 0;
  for (let i = 0; i < head; i++) safe = safe * WORD + (words[i] as number);
  let digits = BigInt(safe);
  for (let i = head; i < count; i++) digits = digits * 10_000_000n + BigInt(words[i] as number);
  return { digits, places };
}

/** The decimal of a double, 0 or above and finite: the shortest one that reads back as the same double, as `fromDouble` gives it. */
export function scaledOfDouble(value: number): Scaled {
  if (Number.isSafeInteger(value)) return { digits: BigInt(value), places: 0 };
  const text = String(value);
  const e = text.indexOf("e");
  const mantissa = e === -1 ? text : text.slice(0, e);
  const exponent = e === -1 ? 0 : Number(text.slice(e + 1));
  const point = mantissa.indexOf(".");
  if (point === -1) return { digits: BigInt(mantissa), places: -exponent };
  const digits = BigInt(mantissa.slice(0, point) + mantissa.slice(point + 1));
  return { digits, places: mantissa.length - point - 1 - exponent };
}

/** Bits of a quotient beyond those of a double: whatever is cut off after them cannot change its rounding. */
const GUARD_BITS = 64;

/**
 * The double nearest to numerator / denominator (ties to even), both above 0.
 *
 * @param near about the quotient, within a factor of two, far from the ends of what doubles hold
 */
export function nearestDouble(numerator: bigint, denominator: bigint, near: number): number {
  if (numerator < MOST && denominator < MOST) return Number(numerator) / Number(denominator);
  const shift = Math.max(0, GUARD_BITS - Math.floor(Math.log2(near)));
  const shifted = numerator << BigInt(shift);
  const quotient = shifted / denominator;
  const exact = quotient * denominator === shifted;
  // A last bit for everything that was cut off: without it a value just above the middle would look like the middle.
  return Number(exact ? quotient : quotient | 1n) * 2 ** -shift;
}

/**
 * value / divisor × 10^shift, both above 0, cut to 15 significant digits.
 *
 * @param near about the result, within a factor of ten
 */
export function cutQuotient(value: bigint, divisor: bigint, shift: number, near: number): Scaled {
  let places = DOUBLE_DIGITS - 1 - Math.floor(Math.log10(near));
  const at = (decimals: number): bigint => {
    const zeros = decimals + shift;
    return zeros >= 0 ? (value * powerOfTen(zeros)) / divisor : value / (divisor * powerOfTen(-zeros));
  };
  let digits = at(places);
  // The estimate may be off where the result is close to a power of ten.
  if (digits >= powerOfTen(DOUBLE_DIGITS)) digits = at(--places);
  else if (digits < powerOfTen(DOUBLE_DIGITS - 1)) digits = at(++places);
  return { digits, places };
}

/** What a decimal is copied from: of its words it is made in a fraction of the time that a text takes to be read. */
const parts: Decimal & { e: number; d: number[] } = new Decimal(1);

/** A decimal above 0 of at most 15 digits. */
export function decimalOf({ digits, places }: Scaled): Decimal {
  return decimalOfWhole(Number(digits), places);
}

/** The same of digits that a double counts. */
export function decimalOfWhole(digits: number, places: number): Decimal {
  // Words end at the decimal point and at every seventh digit from there.
  const below = Math.ceil(places / WORD_DIGITS);
  const zeros = EXACT_POWERS[below * WORD_DIGITS - places] as number;
  const words: number[] = [];
  let carry = 0;
  for (let rest = digits; rest > 0 || carry > 0; rest = Math.floor(rest / WORD)) {
    const product = (rest % WORD) * zeros + carry;
    words.push(product % WORD);
    carry = Math.floor(product / WORD);
  }
  parts.e = WORD_DIGITS * (words.length - 1 - below) + digitsOf(words[words.length - 1] as number) - 1;
  words.reverse();
  while (words[words.length - 1] === 0) words.pop();
  parts.d = words;
  return new Decimal(parts);
}

/** Of a whole number above 0 and below a word. */
function digitsOf(value: number): number {
  let digits = 1;
  while (value >= (EXACT_POWERS[digits] as number)) digits++;
  return digits;
}

/** Within these bounds no double is near the ends of what doubles hold. */
const LEAST_ORDINARY = 1e-200;
const MOST_ORDINARY = 1e200;

export function isOrdinary(value: number): boolean {
  return value > LEAST_ORDINARY && value < MOST_ORDINARY;
}

/** The decimal of one double divided by that of another (above 0), cut to 15 significant digits. */
export function divideDoubles(value: number, divisor: number): Decimal {
  const near = value / divisor;
  if (!isOrdinary(near) || !isOrdinary(value)) return cutToDouble(new Decimal(value).dividedBy(divisor));
  const above = scaledOfDouble(value);
  const below = scaledOfDouble(divisor);
  return decimalOf(cutQuotient(above.digits, below.digits, below.places - above.places, near));
}

/** An amount times the decimal of a double, both above 0 and finite, cut to 15 significant digits. */
export function timesDouble(amount: Decimal, factor: number): Decimal {
  return timesInDoubles(amount, factor) ?? cutToDouble(amount.times(factor));
}

/** Null where doubles cannot tell. */
function timesInDoubles(amount: Decimal, factor: number): Decimal | null {
  const near = toDouble(amount) * factor;
  if (!isOrdinary(near)) return null;
  const one = wholeOf(amount);
  const other = wholeOfDouble(factor);
  if (one === null || other === null) return null;
  const places = DOUBLE_DIGITS - 1 - Math.floor(Math.log10(near));
  const digits = cutLessShare(one.digits, other.digits, 1, 0, places - one.places - other.places);
  return digits >= 1e14 && digits < 1e15 ? decimalOfWhole(digits, places) : null;
}
