import type { Clock } from "../core/clock.js";
import { all, andThen, type MaybePromise } from "../core/maybe.js";
import type { PriceReading } from "../model/price.js";
import type { TokenName } from "../model/token.js";
import type { CallOptions, PriceSource } from "../model/venue.js";

export interface PriceDeskOptions {
  readonly clock: Clock;
  readonly source: PriceSource;
  /** How long a price is repeated before the source is asked again, milliseconds; 0 asks each time. */
  readonly cacheMs: number;
  /** How old a price may be to value a portfolio, where that is longer: spares a slow source. */
  readonly valuationMs: number;
}

interface Known {
  readonly usd: number | null;
  readonly readAt: number;
}

/** The exchange's prices: the source's, repeated while the cache holds them. A token without a price is asked for again each time. */
export class PriceDesk {
  readonly #options: PriceDeskOptions;
  readonly #known = new Map<TokenName, Known>();

  constructor(options: PriceDeskOptions) {
    this.#options = options;
  }

  /** USD for one token, above 0, or null. */
  price(token: TokenName, options?: CallOptions): MaybePromise<number | null> {
    return this.#read(token, this.#options.cacheMs, options);
  }

  /** What was last read of a token; null where nothing was, or the token had no price. */
  last(token: TokenName): number | null {
    return this.#known.get(token)?.usd ?? null;
  }

  /** Makes `last` fit to value what is held of these tokens. */
  refresh(tokens: Iterable<TokenName>, options?: CallOptions): MaybePromise<unknown> {
    const age = Math.max(this.#options.cacheMs, this.#options.valuationMs);
    return all(Array.from(tokens, (token) => this.#read(token, age, options)));
  }

  #read(token: TokenName, maxAge: number, options?: CallOptions): MaybePromise<number | null> {
    const known = this.#known.get(token);
    if (known !== undefined && known.usd !== null && this.#options.clock.now() < known.readAt + maxAge)
      return known.usd;
    return andThen(this.#options.source.price(token, options), (reading) => this.#record(reading));
  }

  #record(reading: PriceReading): number | null {
    const usd = reading.usd !== null && Number.isFinite(reading.usd) && reading.usd > 0 ? reading.usd : null;
    this.#known.set(reading.token, { usd, readAt: this.#options.clock.now() });
    return usd;
  }
}
