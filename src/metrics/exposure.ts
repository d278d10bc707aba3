import { figure } from "./figure.js";
import type { Metric } from "./metric.js";

export const exposureMetric: Metric = {
  name: "exposure",
  title: "Exposure",
  unit: "fraction",
  summary: "Share of equity that was not cash, weighted by time; cash at what it was worth when it came in.",
  source: "usual",
  needs: "nothing",
  compute: ({ exposure }) => figure(exposure, "It is not known."),
};
