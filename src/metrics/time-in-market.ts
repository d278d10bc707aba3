import { figure } from "./figure.js";
import type { Metric } from "./metric.js";

export const timeInMarketMetric: Metric = {
  name: "timeInMarket",
  title: "Time in market",
  unit: "fraction",
  summary:
    "Share of the time in which anything that is not cash was held; less than a millionth of equity is dust, and is not counted.",
  source: "usual",
  needs: "nothing",
  compute: ({ timeInMarket }) => figure(timeInMarket, "It is not known."),
};
