import type { PriceHistory } from "../model/history.js";
import type { TokenName } from "../model/token.js";

/**
 * Prices over time that are known beforehand, whatever the present is: what a simulated venue trades
 * on. Everything is synchronous, and asking twice gives the same answer.
 */
export interface Market {
  /** What it is, for people; says "synthetic" wherever the prices were made up. */
  readonly label: string;
  readonly tokens: readonly TokenName[];
  /** The span in which every token has a price, [from, until), epoch milliseconds; `until` is Infinity where it never ends. */
  readonly from: number;
  readonly until: number;
  /** The price of a token at a moment, USD; null where it has none then, or is not in the market. */
  priceAt(token: TokenName, at: number): number | null;
  /** The points at which prices changed, for warming up. */
  readonly history: PriceHistory;
}
