import { Decimal as Base } from "decimal.js";

/**
 * Exact decimal numbers for amounts. 60 significant digits, rounding down: what is spent is never
 * rounded up. Print with `plain`, never `toString()` (which writes 1e-7).
 */
export const Decimal = Base.clone({ precision: 60, rounding: Base.ROUND_DOWN, defaults: true });
export type Decimal = Base;

export const ZERO: Decimal = new Decimal(0);

/** Plain decimal notation: digits, at most one point, an optional minus sign. No exponent, no spaces. */
const PLAIN = /^-?\d+(\.\d+)?$/;

/** The decimal of a text in plain notation, or null where it is not one (exponents, spaces, hex, NaN). */
export function parseDecimal(text: string): Decimal | null {
  return PLAIN.test(text) ? new Decimal(text) : null;
}

/** The decimal of a JSON number: the shortest one that reads back as the same double. Throws on NaN and infinities. */
export function fromDouble(value: number): Decimal {
  if (!Number.isFinite(value)) throw new RangeError(`${value} is not an amount`);
  // A minus zero would be written as "-0".
  return new Decimal(value === 0 ? 0 : value);
}

/** Digits of a decimal that every double carries. */
export const DOUBLE_DIGITS = 15;

/** Cut to 15 significant digits, towards zero: every such decimal survives a double unchanged. */
export function cutToDouble(value: Decimal): Decimal {
  if (value.precision() <= DOUBLE_DIGITS) return value;
  return value.toSignificantDigits(DOUBLE_DIGITS, Base.ROUND_DOWN);
}

/** The decimal of one double divided by that of another, cut to 15 significant digits. */
export function divideDoubles(value: number, divisor: number): Decimal {
  return cutToDouble(new Decimal(value).dividedBy(divisor));
}

/** An amount times the decimal of a double, cut to 15 significant digits. */
export function timesDouble(amount: Decimal, factor: number): Decimal {
  return cutToDouble(amount.times(factor));
}

/** The lesser of two amounts. */
export function lesser(a: Decimal, b: Decimal): Decimal {
  return b.lessThan(a) ? b : a;
}

/** Whether a decimal, sent as a double, is this double. */
export function equalsDouble(value: Decimal, sent: number): boolean {
  return value.toNumber() === sent;
}

/** Share by which amounts as doubles, their sums and products, may be off from the exact value. */
export const ROUNDING = 1e-12;

/** Plain notation without exponent, as it goes on the wire and into files. */
export function plain(value: Decimal): string {
  return value.toFixed();
}
