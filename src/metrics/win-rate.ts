import { figure } from "./figure.js";
import type { Metric } from "./metric.js";
import { ofProfits, sidesOf } from "./profits.js";

/** Share of profits above 0, as a fraction of all of them; NaN where there is none. */
export function winRate(profits: ArrayLike<number>): number {
  return sidesOf(profits).wins / profits.length;
}

export const winRateMetric: Metric = {
  name: "winRate",
  title: "Win rate",
  unit: "fraction",
  summary: "Closed trades that brought more than they cost / all closed trades.",
  source: "usual; trades by average cost, as in docs/concepts/books.md",
  needs: "a closed trade",
  compute: ofProfits((profits) => figure(winRate(profits), "")),
};
