import type { TokenName } from "../model/token.js";
import type { PriceSeries } from "../tape/price-series.js";
import type { Tape } from "../tape/tape.js";
import type { MarketPrices } from "../venue/index.js";

/** A series that is asked for times that mostly rise: the place of the last answer is where the next one is looked for. */
class Cursor {
  #index = 0;

  constructor(readonly series: PriceSeries) {}

  at(at: number): number | null {
    const { times, prices, end } = this.series;
    // The very end counts: a run that ends with the tape is valued at its last prices.
    if (at > end || at < (times[0] as number)) return null;
    let index = this.#index;
    if (at < (times[index] as number)) index = 0;
    const next = index + 1;
    if (next < times.length && at >= (times[next] as number))
      index = next + 1 < times.length && at >= (times[next + 1] as number) ? this.#search(next + 1, at) : next;
    this.#index = index;
    return prices[index] as number;
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
const PEGGED = { at: (): number => 1 };

/**
 * The prices of a tape, for a clock that goes forward: each holds until the next one. Cash of which the tape has no
 * price stands at $1.
 *
 * @param pegged names of that cash
 */
export function tapePrices(tape: Tape, pegged: ReadonlySet<TokenName>): MarketPrices {
  const cursors = new Map<TokenName, Pick<Cursor, "at"> | null>();
  const cursorOf = (token: TokenName): Pick<Cursor, "at"> | null => {
    const series = pegged.has(token) ? null : tape.prices(token);
    const cursor = pegged.has(token) ? PEGGED : series === null ? null : new Cursor(series);
    cursors.set(token, cursor);
    return cursor;
  };
  return {
    priceAt(token, at) {
      const known = cursors.get(token);
      const cursor = known === undefined ? cursorOf(token) : known;
      return cursor === null ? null : cursor.at(at);
    },
  };
}
