import type { Decimal } from "decimal.js";

/** What decimal.js' words count up to, and their digits. */
export const WORD = 1e7;
export const WORD_DIGITS = 7;
/** As many as 15 digits can take up. */
const MOST_WORDS = 3;

/** The powers of ten that doubles hold exactly. */
export const EXACT_POWERS = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
  1e21, 1e22,
];

/** A number 0 or above as a whole one that a double counts exactly: digits / 10^places. */
export interface Whole {
  readonly digits: number;
  /** May be negative. */
  readonly places: number;
}

/** The size of a finite decimal, without its sign; null where it has more digits than a double counts. */
export function wholeOf({ d: words, e: exponent }: Decimal): Whole | null {
  const count = words.length;
  if (count > MOST_WORDS) return null;
  // The last word is cut to its digits before the zeros: three whole words are more than a double counts.
  let last = words[count - 1] as number;
  let width = WORD_DIGITS;
  while (width > 1 && last % 10 === 0) {
    last /= 10;
    width--;
  }
  let head = 0;
  for (let i = 0; i < count - 1; i++) head = head * WORD + (words[i] as number);
  const digits = head * (EXACT_POWERS[width] as number) + last;
  const places = WORD_DIGITS * (count - 2 - Math.floor(exponent / WORD_DIGITS)) + width;
  return digits <= Number.MAX_SAFE_INTEGER ? { digits, places } : null;
}
