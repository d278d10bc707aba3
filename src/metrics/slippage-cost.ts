import { figure } from "./figure.js";
import type { Metric } from "./metric.js";

export const slippageCostMetric: Metric = {
  name: "slippageCost",
  title: "Slippage cost",
  unit: "usd",
  summary: "What was bought less than by the prices, over all swaps, USD.",
  source: "usual",
  needs: "nothing: 0 without a swap",
  compute: ({ fills }) =>
    figure(
      fills.reduce((sum, { slippageUsd }) => sum + slippageUsd, 0),
      "It is not known.",
    ),
};
