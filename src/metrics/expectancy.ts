import { figure } from "./figure.js";
import type { Metric } from "./metric.js";
import { mean } from "./moments.js";
import { ofProfits } from "./profits.js";

/** Mean profit of a trade: win rate × average win + loss rate × average loss. NaN where there is none. */
export function expectancy(profits: ArrayLike<number>): number {
  return mean(profits);
}

export const expectancyMetric: Metric = {
  name: "expectancy",
  title: "Expectancy",
  unit: "usd",
  summary: "Mean profit of a closed trade, USD.",
  source: "usual; trades by average cost",
  needs: "a closed trade",
  compute: ofProfits((profits) => figure(expectancy(profits), "")),
};
