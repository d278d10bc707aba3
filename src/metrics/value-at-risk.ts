import { figure, unless } from "./figure.js";
import type { Metric } from "./metric.js";
import { quantile } from "./quantile.js";
import { TAIL_NEEDS, tooFewForTail } from "./tail.js";

/**
 * Historical value at risk: the return that a share of the periods falls short of, as a fraction,
 * usually below 0; with linear interpolation. NaN where there is no return, or one of them is NaN.
 * As empyrical's `value_at_risk`.
 *
 * @param tail the share of the worst periods
 */
export function valueAtRisk(returns: ArrayLike<number>, tail = 0.05): number {
  return quantile(returns, tail);
}

export const valueAtRiskMetric: Metric = {
  name: "valueAtRisk",
  title: "Value at risk",
  unit: "fraction",
  summary: "The return of a period that the worst 5 % fall short of.",
  source: "empyrical, value_at_risk",
  needs: TAIL_NEEDS,
  compute: unless(tooFewForTail, ({ returns, settings }) =>
    figure(valueAtRisk(returns, settings.tail), "A return is not known."),
  ),
};
