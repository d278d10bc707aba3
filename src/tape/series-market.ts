import type { TokenName } from "../model/token.js";
import type { Market } from "./market.js";
import type { PriceSeries } from "./price-series.js";

/** A market of recorded series, one a token; there must be at least one. */
export function seriesMarket(label: string, series: ReadonlyMap<TokenName, PriceSeries>): Market {
  const all = [...series.values()];
  return {
    label,
    tokens: [...series.keys()],
    from: Math.max(...all.map((one) => one.start)),
    until: Math.min(...all.map((one) => one.end)),
    priceAt: (token, at) => series.get(token)?.at(at) ?? null,
    history: { points: (token, from, until) => series.get(token)?.points(from, until) ?? [] },
  };
}
