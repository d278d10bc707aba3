import type { Bars } from "./bar.js";
import type { TokenName } from "./token.js";

/**
 * Bars that were recorded as such, with their highs, lows and volume. Each is used only once it has
 * closed: whoever reads columns that reach into the future goes by `time` and the clock.
 */
export interface ClosedBars {
  /**
   * All bars of a token, each `interval` milliseconds long and beginning at a multiple of it; gaps are
   * allowed. The same columns at each call. Null where they were not recorded: bars are built from
   * price samples then.
   */
  bars(token: TokenName, interval: number): Bars | null;
}
