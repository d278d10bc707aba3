import type { TokenName } from "../../../model/token.js";
import type { PriceSeries } from "../../../tape/price-series.js";
import type { Tape } from "../../../tape/tape.js";

/** What a token is worth on a tape, and whether it is cash: what the tape has no prices of is pegged to a dollar. */
export interface Valued {
  isCash(token: TokenName): boolean;
  /** USD; null before the token's first price. The last one holds for good: a run may end with the tape. */
  priceAt(token: TokenName, at: number): number | null;
  series(token: TokenName): PriceSeries | null;
}

export function valuedBy(tape: Tape): Valued {
  const tracks = new Map(tape.tracks.map(({ token }) => [token.name, token]));
  const known = new Map<TokenName, PriceSeries | null>();
  const series = (token: TokenName): PriceSeries | null => {
    const found = known.get(token);
    if (found !== undefined) return found;
    const read = tracks.has(token) ? tape.prices(token) : null;
    known.set(token, read);
    return read;
  };
  return {
    isCash: (token) => tracks.get(token)?.cash ?? true,
    priceAt: (token, at) => {
      const prices = series(token);
      if (prices === null) return 1;
      return at >= prices.end ? (prices.prices.at(-1) ?? null) : prices.at(at);
    },
    series,
  };
}
