import { figure, unless } from "./figure.js";
import type { Metric } from "./metric.js";
import { mean } from "./moments.js";
import { select, withoutNaN } from "./quantile.js";
import { TAIL_NEEDS, tooFewForTail } from "./tail.js";

/**
 * Conditional value at risk (expected shortfall): the mean of the worst returns, as a fraction: the
 * ⌊(n − 1) × tail⌋ + 1 lowest of them. NaN counts in n and stands behind all others; NaN where there
 * is no return, and where so many are NaN that they reach into the tail. As empyrical's
 * `conditional_value_at_risk`.
 *
 * @param tail the share of the worst periods
 */
export function conditionalValueAtRisk(returns: ArrayLike<number>, tail = 0.05): number {
  const known = withoutNaN(returns);
  const last = Math.floor((returns.length - 1) * tail);
  if (last >= known.length || known.length === 0) return NaN;
  select(known, last);
  return mean(known.subarray(0, last + 1));
}

export const conditionalValueAtRiskMetric: Metric = {
  name: "conditionalValueAtRisk",
  title: "Conditional value at risk",
  unit: "fraction",
  summary: "Mean return of the worst 5 % of the periods.",
  source: "empyrical, conditional_value_at_risk",
  needs: TAIL_NEEDS,
  compute: unless(tooFewForTail, ({ returns, settings }) =>
    figure(conditionalValueAtRisk(returns, settings.tail), "A return is not known."),
  ),
};
