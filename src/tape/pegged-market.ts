import type { TokenName } from "../model/token.js";
import type { Market } from "./market.js";

/**
 * A market with further tokens that stand at one dollar for as long as it lasts: recorded bars are
 * against a stablecoin, so the files have no price for cash. Tokens that the market has keep its prices.
 */
export function peggedMarket(market: Market, cash: Iterable<TokenName>): Market {
  const known = new Set(market.tokens);
  const pegged = new Set([...cash].filter((token) => !known.has(token)));
  if (pegged.size === 0) return market;
  const within = (at: number): boolean => at >= market.from && at < market.until;
  return {
    ...market,
    label: `${market.label}; cash at $1`,
    tokens: [...market.tokens, ...pegged],
    priceAt: (token, at) => (pegged.has(token) ? (within(at) ? 1 : null) : market.priceAt(token, at)),
    history: {
      points: (token, from, until) => {
        if (!pegged.has(token)) return market.history.points(token, from, until);
        const at = Math.max(from, market.from);
        return at < Math.min(until, market.until) ? [{ at, usd: 1 }] : [];
      },
    },
  };
}
