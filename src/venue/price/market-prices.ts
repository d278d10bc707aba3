import type { Clock } from "../../core/time/clock.js";
import type { TokenName } from "../../model/token.js";
import type { PriceSource } from "../../model/venue.js";

/** A market that knows the price of every moment: a tape, bars, or a synthetic one. */
export interface MarketPrices {
  /** At once, and the same whenever it is asked. */
  priceAt(token: TokenName, at: number): number | null;
  /** The same of several tokens, for who asks time after time; absent: each is asked for. */
  pricesOf?(tokens: readonly TokenName[]): PricesAt;
}

/** The prices of some tokens at the moment that was read last. */
export interface PricesAt {
  /** In the order of the tokens that were named: each above 0, NaN where there is none. Nobody else writes into it. */
  readonly usd: Float64Array;
  /** Another moment. */
  read(at: number): void;
}

/** A source that answers at once, of the past too: what was due then can be computed when somebody asks for it. */
export type MarketSource = PriceSource & MarketPrices;

/** The prices of a market at the time that the clock shows. Synchronous. */
export function marketPrices(market: MarketPrices, clock: Clock): MarketSource {
  return {
    price(token) {
      const readAt = clock.now();
      return { token, usd: market.priceAt(token, readAt), readAt };
    },
    priceAt: (token, at) => market.priceAt(token, at),
    pricesOf: market.pricesOf?.bind(market),
  };
}

/** Whether a source is a market's, by what it has. */
export function isMarketSource(source: PriceSource): source is MarketSource {
  return typeof (source as Partial<MarketSource>).priceAt === "function";
}
