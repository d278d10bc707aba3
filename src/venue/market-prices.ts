import type { Clock } from "../core/clock.js";
import type { TokenName } from "../model/token.js";
import type { PriceSource } from "../model/venue.js";

/** A market that knows the price of every moment: a tape, bars, or a synthetic one. */
export interface MarketPrices {
  priceAt(token: TokenName, at: number): number | null;
}

/** The prices of a market at the time that the clock shows. Synchronous. */
export function marketPrices(market: MarketPrices, clock: Clock): PriceSource {
  return {
    price(token) {
      const readAt = clock.now();
      return { token, usd: market.priceAt(token, readAt), readAt };
    },
  };
}
