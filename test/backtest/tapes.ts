import type { Bars } from "../../src/model/bar.js";
import { KNOWN_TOKENS } from "../../src/model/known-tokens.js";
import type { Token, TokenName } from "../../src/model/token.js";
import { memoryTape } from "../../src/tape/memory-tape.js";
import type { RecordedQuote, Tape } from "../../src/tape/tape.js";
import { seededRandom } from "../../src/core/random.js";

export const START = Date.UTC(2025, 2, 1);
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export function known(name: TokenName): Token {
  const token = KNOWN_TOKENS.find((one) => one.name === name);
  if (token === undefined) throw new Error(`no token ${name}`);
  return token;
}

/** Bars whose opens are these prices; each closes where the next one opens. */
export function barsOfOpens(opens: ArrayLike<number>, interval = MINUTE, start = START): Bars {
  const open = Float64Array.from(opens);
  const close = open.map((price, i) => open[i + 1] ?? price);
  return {
    length: open.length,
    interval,
    time: open.map((_, i) => start + i * interval),
    open,
    high: open.map((price, i) => Math.max(price, close[i]!) * 1.001),
    low: open.map((price, i) => Math.min(price, close[i]!) * 0.999),
    close,
    volume: open.map((_, i) => 1 + (i % 7)),
  };
}

/** A tape of bars by their opens. */
export function tapeOf(
  opens: Readonly<Record<TokenName, ArrayLike<number>>>,
  { interval = MINUTE, start = START, quotes = [] as readonly RecordedQuote[] } = {},
): Tape {
  return memoryTape({
    label: "synthetic test",
    tracks: Object.entries(opens).map(([name, prices]) => {
      return { token: known(name), bars: barsOfOpens(prices, interval, start) };
    }),
    quotes,
  });
}

/** A random walk of prices. */
export function walk(length: number, seed = "walk", price = 2_000): Float64Array {
  const random = seededRandom(seed);
  return Float64Array.from({ length }, () => (price *= 1 + 0.004 * random.normal()));
}
