import { figure, none } from "./figure.js";
import type { Metric } from "./metric.js";

/**
 * What returns come to together, as a fraction: ∏(1 + r) − 1. NaN counts as no change; NaN where
 * there is no return. As empyrical's `cum_returns_final`.
 */
export function totalReturn(returns: ArrayLike<number>): number {
  return growth(returns) - 1;
}

/** ∏(1 + r): exact where next to nothing is left, which `1 + totalReturn` is not. NaN as there. */
export function growth(returns: ArrayLike<number>): number {
  if (returns.length === 0) return NaN;
  let value = 1;
  for (let i = 0; i < returns.length; i += 1) {
    const change = returns[i] ?? NaN;
    if (!Number.isNaN(change)) value *= 1 + change;
  }
  return value;
}

export const totalReturnMetric: Metric = {
  name: "totalReturn",
  title: "Total return",
  unit: "fraction",
  summary: "Final equity over initial equity, less one.",
  source: "empyrical, cum_returns_final",
  needs: "two points of the equity curve",
  compute: ({ equity }) =>
    equity.length < 2
      ? none("The equity curve has fewer than two points.")
      : figure((equity.at(-1) ?? NaN) / (equity[0] ?? NaN) - 1, "There is no equity at the start."),
};
