import type { BarSpan } from "../../model/bar-series.js";
import type { TokenName } from "../../model/token.js";

/** Where a view finds closed bars: the engine's builders, a replay's journal, the testing kit's arrays. */
export interface BarsSource {
  /** The last `count` closed bars of `interval` milliseconds, as they are now; fewer where there are not as many. */
  last(token: TokenName, interval: number, count: number): BarSpan;
}
