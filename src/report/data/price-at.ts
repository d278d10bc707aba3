import type { TokenName } from "../../model/token.js";
import type { ReportPrices } from "../input.js";

/** What a token is worth at a moment, USD; null before its first price. The last price holds for good: a run may end with its tape. */
export function priceAt(prices: ReportPrices, token: TokenName, at: number): number | null {
  const series = prices.series(token);
  if (series === null) return 1;
  return at >= series.end ? (series.prices.at(-1) ?? null) : series.at(at);
}
