import { pathOf } from "./drawdown-path.js";
import { figure, none } from "./figure.js";
import type { Metric } from "./metric.js";

/**
 * Maximum drawdown of returns, as a fraction, 0 or below: the largest fall of their product from its
 * highest value so far, the start included. NaN counts as no change; NaN where there is no return.
 * As empyrical's `max_drawdown`.
 */
export function maxDrawdown(returns: ArrayLike<number>): number {
  if (returns.length === 0) return NaN;
  let [value, peak, deepest] = [1, 1, 0];
  for (let i = 0; i < returns.length; i += 1) {
    const change = returns[i] ?? NaN;
    if (!Number.isNaN(change)) value *= 1 + change;
    if (value > peak) peak = value;
    const depth = (value - peak) / peak;
    if (depth < deepest) deepest = depth;
  }
  return deepest;
}

export const maxDrawdownMetric: Metric = {
  name: "maxDrawdown",
  title: "Maximum drawdown",
  unit: "fraction",
  summary: "Largest fall of equity from its highest value so far, at every point of the curve; 0 or below.",
  source: "empyrical, max_drawdown",
  needs: "two points of the equity curve",
  compute: (input) =>
    input.equity.length < 2
      ? none("The equity curve has fewer than two points.")
      : figure(pathOf(input).deepest?.depth ?? 0, "There is no equity."),
};
