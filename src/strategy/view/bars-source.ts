import type { Bars } from "../../model/bar.js";
import type { BarSeries } from "../../model/bar-series.js";
import type { TokenName } from "../../model/token.js";

/** Where a view finds closed bars: the engine's builders, a replay's journal, the testing kit's arrays. */
export interface BarsSource {
  /** The last `count` closed bars of `interval` milliseconds; fewer where there are not as many. */
  last(token: TokenName, interval: number, count: number): Bars;
  /** The bars themselves, the same object for good: for views that are shown moment after moment. Where it is absent, `last` is asked each time. */
  series?(token: TokenName, interval: number): BarSeries;
}
