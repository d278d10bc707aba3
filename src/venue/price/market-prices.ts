import type { Clock } from "../../core/time/clock.js";
import type { TokenName } from "../../model/token.js";
import type { PriceSource } from "../../model/venue.js";

/** A market that knows the price of every moment: a tape, bars, or a synthetic one. */
export interface MarketPrices {
  /** At once, and the same whenever it is asked. */
  priceAt(token: TokenName, at: number): number | null;
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
  };
}

/** Whether a source is a market's, by what it has. */
export function isMarketSource(source: PriceSource): source is MarketSource {
  return typeof (source as Partial<MarketSource>).priceAt === "function";
}
