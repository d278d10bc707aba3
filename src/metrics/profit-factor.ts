import { figure } from "./figure.js";
import type { Metric } from "./metric.js";
import { ofProfits, sidesOf } from "./profits.js";

/** Sum of what was won / sum of what was lost; infinite where nothing was lost, NaN where nothing was won either. */
export function profitFactor(profits: ArrayLike<number>): number {
  const { won, lost } = sidesOf(profits);
  return won / Math.abs(lost);
}

export const profitFactorMetric: Metric = {
  name: "profitFactor",
  title: "Profit factor",
  unit: "ratio",
  summary: "Sum of what closed trades won / sum of what closed trades lost.",
  source: "usual; trades by average cost",
  needs: "a closed trade that lost",
  compute: ofProfits((profits) => figure(profitFactor(profits), "No closed trade lost.")),
};
