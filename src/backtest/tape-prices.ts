import type { TokenName } from "../model/token.js";
import type { PriceSeries } from "../tape/price-series.js";
import type { Tape } from "../tape/tape.js";
import type { MarketPrices } from "../venue/index.js";

/** A series that is asked for times that mostly rise: the place of the last answer is where the next one is looked for. */
class Cursor {
  #index = 0;

  constructor(readonly series: PriceSeries) {}

  at(at: number): number | null {
    const index = this.#indexAt(at);
    return index < 0 ? null : (this.series.prices[index] as number);
  }

  /** The same into a place of `into`, NaN where there is none: a number that is given back would be an object. */
  write(at: number, into: Float64Array, place: number): void {
    const index = this.#indexAt(at);
    into[place] = index < 0 ? Number.NaN : (this.series.prices[index] as number);
  }

  /** Negative where there is no price. */
  #indexAt(at: number): number {
    const { times, end } = this.series;
    // The very end counts: a run that ends with the tape is valued at its last prices.
    if (at > end || at < (times[0] as number)) return -1;
    let index = this.#index;
    if (at < (times[index] as number)) index = 0;
    const next = index + 1;
    if (next < times.length && at >= (times[next] as number))
      index = next + 1 < times.length && at >= (times[next + 1] as number) ? this.#search(next + 1, at) : next;
    this.#index = index;
    return index;
  }

  /** The last index, from `low` on, whose time is not after `at`. */
  #search(low: number, at: number): number {
    const { times } = this.series;
    let high = times.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((times[middle] as number) <= at) low = middle;
      else high = middle;
    }
    return low;
  }
}

/** A price that stands still. */
const PEGGED: Place = {
  at: () => 1,
  write(_at, into, place) {
    into[place] = 1;
  },
};

type Place = Pick<Cursor, "at" | "write">;

/**
 * The prices of a tape, for a clock that goes forward: each holds until the next one. Cash of which the tape has no
 * price stands at $1.
 *
 * @param pegged names of that cash
 */
export function tapePrices(tape: Tape, pegged: ReadonlySet<TokenName>): MarketPrices {
  const places = new Map<TokenName, Place | null>();
  const made = (token: TokenName): Place | null => {
    const series = pegged.has(token) ? null : tape.prices(token);
    const place = pegged.has(token) ? PEGGED : series === null ? null : new Cursor(series);
    places.set(token, place);
    return place;
  };
  const placeOf = (token: TokenName): Place | null => {
    const known = places.get(token);
    return known === undefined ? made(token) : known;
  };
  let list: readonly TokenName[] = [];
  let listed: readonly (Place | null)[] = [];
  return {
    priceAt: (token, at) => placeOf(token)?.at(at) ?? null,
    pricesAt(tokens, at, into) {
      if (tokens !== list) [list, listed] = [tokens, tokens.map(placeOf)];
      for (let i = 0; i < listed.length; i++) {
        const place = listed[i];
        if (place === null || place === undefined) into[i] = Number.NaN;
        else place.write(at, into, i);
      }
    },
  };
}
