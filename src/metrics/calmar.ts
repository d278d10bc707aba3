import { cagr, cagrMetric } from "./cagr.js";
import { pathOf } from "./drawdown-path.js";
import { figure, none } from "./figure.js";
import { maxDrawdown } from "./max-drawdown.js";
import type { Metric } from "./metric.js";

/**
 * Calmar ratio: CAGR / |maximum drawdown|. NaN where nothing ever fell, where there is no return, and
 * where it would be infinite. As empyrical's `calmar_ratio`.
 */
export function calmar(returns: ArrayLike<number>, perYear = 365): number {
  const depth = maxDrawdown(returns);
  const ratio = depth < 0 ? cagr(returns, perYear) / -depth : NaN;
  return Number.isFinite(ratio) ? ratio : NaN;
}

export const calmarMetric: Metric = {
  name: "calmar",
  title: "Calmar ratio",
  unit: "ratio",
  summary: "Compound annual growth rate / size of the maximum drawdown.",
  source: "T. Young, Calmar Ratio: A Smoother Tool, 1991; empyrical, calmar_ratio",
  needs: "90 days and a fall of equity",
  compute: (input) => {
    const growth = cagrMetric.compute(input);
    if (growth.value === null) return growth;
    const depth = pathOf(input).deepest?.depth;
    return depth === undefined ? none("Equity never fell.") : figure(growth.value / -depth, "It is infinite.");
  },
};
