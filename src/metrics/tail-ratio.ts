import { figure, unless } from "./figure.js";
import type { Metric } from "./metric.js";
import { quantile, withoutNaN } from "./quantile.js";
import { TAIL_NEEDS, tooFewForTail } from "./tail.js";

/**
 * Tail ratio: |95th percentile| / |5th percentile| of the returns, with linear interpolation; 0.25
 * means that the worst are four times as large as the best. NaN is left out; NaN where there is no
 * return and for 0 / 0. As empyrical's `tail_ratio`.
 *
 * @param tail share of the periods in each tail
 */
export function tailRatio(returns: ArrayLike<number>, tail = 0.05): number {
  const known = withoutNaN(returns);
  return Math.abs(quantile(known, 1 - tail)) / Math.abs(quantile(known, tail));
}

export const tailRatioMetric: Metric = {
  name: "tailRatio",
  title: "Tail ratio",
  unit: "ratio",
  summary: "Size of the return that 5 % of the periods exceed / size of the one that 5 % fall short of.",
  source: "empyrical, tail_ratio",
  needs: TAIL_NEEDS,
  compute: unless(tooFewForTail, ({ returns, settings }) =>
    figure(tailRatio(returns, settings.tail), "The return at the lower tail is 0."),
  ),
};
