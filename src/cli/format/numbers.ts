import { Decimal } from "../../core/number/decimal.js";

/** Digits before and after the point that are shown: as many as amounts are reckoned with. More are nobody's balance, but a service's nonsense. */
const MOST_DIGITS = 60;

/** The text as it is, or its beginning and an ellipsis, never an exponent. */
function cut(plain: string): string {
  const [whole = "", fraction = ""] = plain.split(".");
  const digits = whole.replace("-", "").length;
  if (digits > MOST_DIGITS) return `${whole.slice(0, 9)}… (${digits} digits)`;
  return fraction.length > MOST_DIGITS ? `${whole}.${fraction.slice(0, MOST_DIGITS)}…` : plain;
}

/** `12345.6` as `12,345.6`: thousands of the whole part apart. */
function grouped(plain: string): string {
  const [whole = "", fraction] = cut(plain).split(".");
  const apart = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? apart : `${apart}.${fraction}`;
}

/** Dollars and cents; below a dollar six significant digits, so that small values are seen. "n/a" where not known. */
export function usd(value: number | null): string {
  if (value === null) return "n/a";
  if (value !== 0 && Math.abs(value) < 0.995) return grouped(new Decimal(value).toSignificantDigits(6, 4).toFixed());
  return grouped(new Decimal(value).toFixed(2, 4));
}

/** A price: six significant digits at least, all whole digits always. */
export function price(value: number | null): string {
  if (value === null) return "n/a";
  const decimals = value === 0 ? 2 : Math.max(2, 6 - Math.ceil(Math.log10(Math.abs(value))));
  return grouped(new Decimal(value).toFixed(Math.min(decimals, 30), 4));
}

/** An exact amount, plain decimal text: as it is but for more digits than amounts are reckoned with, thousands apart. */
export function amount(text: string): string {
  return grouped(text);
}

/** A fraction as percent with two decimals: 0.0123 is `1.23%`. */
export function percent(fraction: number | null): string {
  if (fraction === null) return "n/a";
  return `${cut(new Decimal(fraction).mul(100).toFixed(2, 4))}%`;
}
