import type { TokenName } from "../model/token.js";
import { PriceSeries } from "../tape/price-series.js";
import type { Tape } from "../tape/tape.js";
import type { MarketPrices } from "../venue/index.js";

/** A series that is asked for times that mostly rise: the place of the last answer is where the next one is looked for. */
class Cursor {
  readonly #times: Float64Array;
  readonly #prices: Float64Array;
  readonly #end = Number.NaN;
  #index = 0;

  constructor({ times, prices, end }: PriceSeries) {
    this.#times = times;
    this.#prices = prices;
    this.#end = end;
  }

  at(at: number): number | null {
    const index = this.#indexAt(at);
    return index < 0 ? null : (this.#prices[index] as number);
  }

  /** The same into a place of `into`, NaN where there is none: a number that is given back would be an object. */
  write(at: number, into: Float64Array, place: number): void {
    const index = this.#indexAt(at);
    into[place] = index < 0 ? Number.NaN : (this.#prices[index] as number);
  }

  /** Negative where there is no price. */
  #indexAt(at: number): number {
    const times = this.#times;
    let index = this.#index;
    // The very end counts: a run that ends with the tape is valued at its last prices.
    if (at > this.#end) return -1;
    if (at < (times[index] as number)) {
      if (at < (times[0] as number)) return -1;
      index = 0;
    }
    const next = index + 1;
    if (next < times.length && at >= (times[next] as number))
      index = next + 1 < times.length && at >= (times[next + 1] as number) ? this.#search(next + 1, at) : next;
    this.#index = index;
    return index;
  }

  /** The last index, from `low` on, whose time is not after `at`. */
  #search(low: number, at: number): number {
    const times = this.#times;
    let high = times.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((times[middle] as number) <= at) low = middle;
      else high = middle;
    }
    return low;
  }
}

/** A dollar, at all times. */
const PEGGED = new PriceSeries(Float64Array.of(-Infinity), Float64Array.of(1), Infinity);

/**
 * The prices of a tape, for a clock that goes forward: each holds until the next one. Cash of which the tape has no
 * price stands at $1.
 *
 * @param pegged names of that cash
 */
export function tapePrices(tape: Tape, pegged: ReadonlySet<TokenName>): MarketPrices {
  const cursors = new Map<TokenName, Cursor | null>();
  const made = (token: TokenName): Cursor | null => {
    const series = pegged.has(token) ? PEGGED : tape.prices(token);
    const cursor = series === null ? null : new Cursor(series);
    cursors.set(token, cursor);
    return cursor;
  };
  const cursorOf = (token: TokenName): Cursor | null => {
    const known = cursors.get(token);
    return known === undefined ? made(token) : known;
  };
  return {
    priceAt: (token, at) => cursorOf(token)?.at(at) ?? null,
    pricesOf(tokens) {
      const row = tokens.map(cursorOf);
      return (at, into) => {
        for (let i = 0; i < row.length; i++) {
          const cursor = row[i] as Cursor | null;
          if (cursor === null) into[i] = Number.NaN;
          else cursor.write(at, into, i);
        }
      };
    },
  };
}
