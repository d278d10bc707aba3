import type { Clock } from "../../core/time/clock.js";
import { all, andThen, type MaybePromise } from "../../core/maybe.js";
import type { TokenName } from "../../model/token.js";
import type { CallOptions, PriceRow, PriceSource } from "../../model/venue.js";
import { isMarketSource, type MarketSource, type PricesAt } from "./market-prices.js";

interface PriceDeskOptions {
  readonly clock: Clock;
  readonly source: PriceSource;
  /** How long a price is repeated before the source is asked again, milliseconds; 0 asks each time. */
  readonly cacheMs: number;
  /** How old a price may be to value a portfolio, where that is longer: spares a slow source. */
  readonly valuationMs: number;
}

/** The place of one token's price. One object a token, for good: who asks often keeps it. */
export class PriceSlot {
  /** USD as last read; NaN where nothing was, or the token had no price: null would make an object of each number. */
  usd = Number.NaN;
  readAt = Number.NaN;

  /** @param row how its price is read anew; null where the desk does not know the past */
  constructor(
    readonly token: TokenName,
    readonly row: PriceRow | null,
  ) {}
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
    const slot = new PriceSlot(token, this.row([token]));
    this.#slots.set(token, slot);
    return slot;
  }

  /** USD for one token, above 0, or null. */
  price(token: TokenName, options?: CallOptions): MaybePromise<number | null> {
    return this.#read(this.slot(token), this.#cacheMs, options);
  }

  /** The price of a slot's token now. Only where the desk knows the past. */
  priceNow(slot: PriceSlot): number | null {
    const { row } = slot;
    slot.usd = row?.read() === true ? (row.usd[0] as number) : Number.NaN;
    slot.readAt = this.#clock.now();
    return known(slot.usd);
  }

  /** The prices of some tokens, whenever they are read; null where the desk does not know the past. */
  row(tokens: readonly TokenName[]): PriceRow | null {
    const market = this.#market;
    return market === null ? null : new MarketRow(this.#clock, pricesOf(market, tokens));
  }

  /** The price of a token at a moment up to now. Only where the desk knows the past. */
  priceAt(token: TokenName, at: number): number | null {
    return valid(this.#market?.priceAt(token, at) ?? null);
  }

  /** What was last read of a token; null where nothing was, or the token had no price. */
  last(token: TokenName): number | null {
    return known(this.#slots.get(token)?.usd ?? Number.NaN);
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
    const age = this.#clock.now() - slot.readAt;
    // On a clock that was set back nobody knows how old it is.
    if (!Number.isNaN(slot.usd) && age >= 0 && age < maxAge) return slot.usd;
    return andThen(this.#source.price(slot.token, options), ({ token, usd }) => {
      const read = this.slot(token);
      read.usd = valid(usd) ?? Number.NaN;
      read.readAt = this.#clock.now();
      return known(read.usd);
    });
  }
}

function pricesOf(market: MarketSource, tokens: readonly TokenName[]): PricesAt {
  if (market.pricesOf !== undefined) return market.pricesOf(tokens);
  const usd = new Float64Array(tokens.length);
  return {
    usd,
    read: (at) => tokens.forEach((token, i) => (usd[i] = valid(market.priceAt(token, at)) ?? Number.NaN)),
  };
}

/** The prices of a market at the time that the clock shows. */
class MarketRow implements PriceRow {
  readonly usd: Float64Array;
  readonly #clock: Clock;
  readonly #prices: PricesAt;

  constructor(clock: Clock, prices: PricesAt) {
    this.usd = prices.usd;
    this.#clock = clock;
    this.#prices = prices;
  }

  read(): boolean {
    this.#prices.read(this.#clock.now());
    return true;
  }
}

/** @param usd NaN where there is none */
function known(usd: number): number | null {
  return Number.isNaN(usd) ? null : usd;
}

function valid(usd: number | null): number | null {
  return usd !== null && usd > 0 && usd < Infinity ? usd : null;
}
