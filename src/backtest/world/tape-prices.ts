import type { TokenName } from "../../model/token.js";
import { PriceSeries } from "../../tape/price-series.js";
import type { Tape } from "../../tape/tape.js";
import type { MarketPrices } from "../../venue/index.js";

/** A series that is asked for times that mostly rise: it knows how long the price of the last answer holds. */
class Cursor {
  readonly #times: Float64Array;
  readonly #prices: Float64Array;
  readonly #end: number;
  #index = 0;
  /** What `#price` is true of: [#from, #until). */
  #from = Infinity;
  #until = Infinity;
  /** NaN where there is none. */
  #price = Number.NaN;

  constructor({ times, prices, end }: PriceSeries) {
    this.#times = times;
    this.#prices = prices;
    this.#end = end;
  }

  at(at: number): number | null {
    if (at < this.#from || at >= this.#until) this.#move(at);
    return Number.isNaN(this.#price) ? null : this.#price;
  }

  /** To the price that follows, if it holds then: nearly every one that is asked for. */
  #move(at: number): void {
    const next = this.#index + 1;
    const until = next + 1 < this.#times.length ? (this.#times[next + 1] as number) : -Infinity;
    if (at < this.#until || at >= until) {
      this.#seek(at);
      return;
    }
    this.#index = next;
    this.#from = this.#until;
    this.#until = until;
    this.#price = this.#prices[next] as number;
  }

  #seek(at: number): void {
    const times = this.#times;
    const index = this.#search(at);
    if (index < 0) {
      this.#from = this.#until = Infinity;
      this.#price = Number.NaN;
      return;
    }
    this.#index = index;
    this.#from = times[index] as number;
    this.#until = index + 1 < times.length ? (times[index + 1] as number) : this.#end;
    this.#price = this.#prices[index] as number;
  }

  /** The last index whose time is not after `at`; negative where there is no price. */
  #search(at: number): number {
    const times = this.#times;
    // The very end counts: a run that ends with the tape is valued at its last prices.
    if (at > this.#end || at < (times[0] as number)) return -1;
    let low = at < (times[this.#index] as number) ? 0 : this.#index;
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
  };
}
