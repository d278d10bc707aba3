import { Decimal } from "../../core/number/decimal.js";

/** Digits, at most one point, at most one short exponent: what JavaScript's Number reads, without hex, signs of minus, or names. */
const NUMBER = /^\+?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
const LONGEST = 80;

/** The amount above 0 that a request's text says, exactly; null where it says none (nonsense, 0, negative, not finite as a double, longer than 80 characters). */
export function parseAmount(text: string): Decimal | null {
  const trimmed = text.length <= LONGEST ? text.trim() : "";
  if (!NUMBER.test(trimmed)) return null;
  const value = Number(trimmed);
  return Number.isFinite(value) && value > 0 ? new Decimal(trimmed) : null;
}
