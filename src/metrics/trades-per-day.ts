import { DAY } from "../core/time/duration.js";
import { figure, lengthOf } from "./figure.js";
import type { Metric } from "./metric.js";

export const tradesPerDayMetric: Metric = {
  name: "tradesPerDay",
  title: "Trades a day",
  unit: "per-day",
  summary: "Swaps / days of the run.",
  source: "usual",
  needs: "a run that lasts",
  compute: (input) => figure((input.fills.length * DAY) / lengthOf(input), "The run has no length."),
};
