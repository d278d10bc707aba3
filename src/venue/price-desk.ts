import type { Clock } from "../core/clock.js";
import { all, andThen, type MaybePromise } from "../core/maybe.js";
import type { TokenName } from "../model/token.js";
import type { CallOptions, PriceSource } from "../model/venue.js";
import { isMarketSource, type MarketSource } from "./market-prices.js";

export interface PriceDeskOptions {
  readonly clock: Clock;
  readonly source: PriceSource;
  /** How long a price is repeated before the source is asked again, milliseconds; 0 asks each time. */
  readonly cacheMs: number;
  /** How old a price may be to value a portfolio, where that is longer: spares a slow source. */
  readonly valuationMs: number;
}

/** The place of one token's price. One object a token, for good: who asks often keeps it. */
export interface PriceSlot {
  readonly token: TokenName;
  /** USD as last read; null where nothing was, or the token had no price. */
  usd: number | null;
  readAt: number;
}

/** The exchange's prices: the source's, repeated while the cache holds them. A token without a price is asked for again each time. */
export class PriceDesk {
  readonly #clock: Clock;
  readonly #source: PriceSource;
  readonly #cacheMs: number;
  readonly #valuationMs: number;
  readonly #slots = new Map<TokenName, PriceSlot>();
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

  slot(token: TokenName): PriceSlot {
    const known = this.#slots.get(token);
    if (known !== undefined) return known;
    const slot: PriceSlot = { token, usd: null, readAt: -Infinity };
    this.#slots.set(token, slot);
    return slot;
  }

  /** USD for one token, above 0, or null. */
  price(token: TokenName, options?: CallOptions): MaybePromise<number | null> {
    return this.#read(this.slot(token), this.#cacheMs, options);
  }

  /** The price of a slot's token now. Only where the desk knows the past. */
  priceNow(slot: PriceSlot): number | null {
    const now = this.#clock.now();
    slot.usd = valid(this.#market?.priceAt(slot.token, now) ?? null);
    slot.readAt = now;
    return slot.usd;
  }

  /** The prices of some tokens now, into `into` in their order, NaN where there is none. Only where the desk knows the past. */
  pricesNow(tokens: readonly TokenName[], slots: readonly PriceSlot[], into: Float64Array): void {
    if (this.#market?.pricesAt === undefined) {
      for (let i = 0; i < slots.length; i++) into[i] = this.priceNow(slots[i] as PriceSlot) ?? Number.NaN;
      return;
    }
    this.#market.pricesAt(tokens, this.#clock.now(), into);
    for (let i = 0; i < tokens.length; i++) {
      const usd = into[i] as number;
      if (!(usd > 0 && usd < Infinity)) into[i] = Number.NaN;
    }
  }

  /** The price of a token at a moment up to now. Only where the desk knows the past. */
  priceAt(token: TokenName, at: number): number | null {
    return valid(this.#market?.priceAt(token, at) ?? null);
  }

  /** What was last read of a token; null where nothing was, or the token had no price. */
  last(token: TokenName): number | null {
    return this.#slots.get(token)?.usd ?? null;
  }

  /** Makes `last` fit to value what is held of these tokens. */
  refresh(tokens: Iterable<TokenName>, options?: CallOptions): MaybePromise<unknown> {
    if (this.#market === null)
      return all(Array.from(tokens, (token) => this.#read(this.slot(token), this.#valuationMs, options)));
    for (const token of tokens) this.priceNow(this.slot(token));
    return undefined;
  }

  #read(slot: PriceSlot, maxAge: number, options?: CallOptions): MaybePromise<number | null> {
    if (this.#market !== null) return this.priceNow(slot);
    if (slot.usd !== null && this.#clock.now() < slot.readAt + maxAge) return slot.usd;
    return andThen(this.#source.price(slot.token, options), ({ token, usd }) => {
      const read = this.slot(token);
      read.usd = valid(usd);
      read.readAt = this.#clock.now();
      return read.usd;
    });
  }
}

function valid(usd: number | null): number | null {
  return usd !== null && usd > 0 && usd < Infinity ? usd : null;
}
