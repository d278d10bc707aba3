import type { Clock } from "../../core/time/clock.js";
import { all, andThen, type MaybePromise } from "../../core/maybe.js";
import type { TokenName } from "../../model/token.js";
import type { CallOptions, PriceSource } from "../../model/venue.js";
import { isMarketSource, type MarketSource } from "./market-prices.js";

interface PriceDeskOptions {
  readonly clock: Clock;
  readonly source: PriceSource;
  /** How long a price is repeated before the source is asked again, milliseconds; 0 asks each time. */
  readonly cacheMs: number;
  /** How old a price may be to value a portfolio, where that is longer: spares a slow source. */
  readonly valuationMs: number;
}

/** What was last read of one token. */
interface LastRead {
  /** USD for one token; null where it had no price. */
  readonly usd: number | null;
  readonly readAt: number;
}

/** The exchange's prices: the source's, repeated while the cache holds them. A token without a price is asked for again each time. */
export class PriceDesk {
  readonly #clock: Clock;
  readonly #source: PriceSource;
  readonly #cacheMs: number;
  readonly #valuationMs: number;
  readonly #last = new Map<TokenName, LastRead>();
  /** The market whose prices are asked for anew each time; null where there is none, or a cache before it. */
  readonly #market: MarketSource | null;

  constructor({ clock, source, cacheMs, valuationMs }: PriceDeskOptions) {
    this.#clock = clock;
    this.#source = source;
    this.#cacheMs = cacheMs;
    this.#valuationMs = Math.max(cacheMs, valuationMs);
    this.#market = this.#valuationMs === 0 && isMarketSource(source) ? source : null;
  }

  /** Whether every price is the source's at once, of any moment up to now, so that nothing depends on when it was asked for. */
  get knowsPast(): boolean {
    return this.#market !== null;
  }

  /** USD for one token, above 0, or null. */
  price(token: TokenName, options?: CallOptions): MaybePromise<number | null> {
    return this.#read(token, this.#cacheMs, options);
  }

  /** The price of a token at a moment up to now. Only where the desk knows the past. */
  priceAt(token: TokenName, at: number): number | null {
    return valid(this.#market?.priceAt(token, at) ?? null);
  }

  /** What was last read of a token; null where nothing was, or the token had no price. */
  last(token: TokenName): number | null {
    return this.#last.get(token)?.usd ?? null;
  }

  /** Makes `last` fit to value what is held of these tokens. */
  refresh(tokens: Iterable<TokenName>, options?: CallOptions): MaybePromise<unknown> {
    return all(Array.from(tokens, (token) => this.#read(token, this.#valuationMs, options)));
  }

  #read(token: TokenName, maxAge: number, options?: CallOptions): MaybePromise<number | null> {
    const now = this.#clock.now();
    if (this.#market !== null) return this.#keep(token, this.#market.priceAt(token, now), now);
    const last = this.#last.get(token);
    // The age is not known on a clock that was set back.
    const age = last === undefined ? -1 : now - last.readAt;
    if (last !== undefined && last.usd !== null && age >= 0 && age < maxAge) return last.usd;
    return andThen(this.#source.price(token, options), (reading) =>
      this.#keep(reading.token, reading.usd, this.#clock.now()),
    );
  }

  #keep(token: TokenName, given: number | null, readAt: number): number | null {
    const usd = valid(given);
    this.#last.set(token, { usd, readAt });
    return usd;
  }
}

function valid(usd: number | null): number | null {
  return usd !== null && usd > 0 && usd < Infinity ? usd : null;
}
