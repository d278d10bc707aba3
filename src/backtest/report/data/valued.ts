import type { TokenName } from "../../../model/token.js";
import { alignedTape } from "../../../tape/aligned-tape.js";
import type { PriceSeries } from "../../../tape/price-series.js";
import type { ReportRun } from "../input.js";

/** What a token is worth on the tape of a run: what the tape has no prices of is pegged to a dollar. */
export interface Valued extends Pick<ReportRun, "isCash"> {
  /** USD; null before the token's first price. The last one holds for good: a run may end with the tape. */
  priceAt(token: TokenName, at: number): number | null;
  series(token: TokenName): PriceSeries | null;
}

export function valuedBy({ tape: given, isCash }: Pick<ReportRun, "tape" | "isCash">): Valued {
  // As the run had them: readings at the instants for which they were made.
  const tape = alignedTape(given);
  const tracks = new Set(tape.tracks.map(({ token }) => token.name));
  const known = new Map<TokenName, PriceSeries | null>();
  const series = (token: TokenName): PriceSeries | null => {
    const found = known.get(token);
    if (found !== undefined) return found;
    const read = tracks.has(token) ? tape.prices(token) : null;
    known.set(token, read);
    return read;
  };
  return {
    isCash,
    priceAt: (token, at) => {
      const prices = series(token);
      if (prices === null) return 1;
      return at >= prices.end ? (prices.prices.at(-1) ?? null) : prices.at(at);
    },
    series,
  };
}
