import { METRICS } from "../../metrics/metrics.js";
import type { Metric, MetricValue } from "../../metrics/metric.js";
import { figure } from "../format.js";
import type { BacktestResult } from "../result/result.js";

const KNOWN: ReadonlyMap<string, Metric> = new Map(METRICS.map((metric) => [metric.name, metric]));

/** What a metric of a result is; one that this version does not know has its name for a title, and no definition. */
export function metricNamed(name: string): Pick<Metric, "name" | "title" | "unit" | "summary" | "source"> {
  return KNOWN.get(name) ?? { name, title: name, unit: "ratio", summary: "", source: "" };
}

/** The figure of a metric with its unit; "n/a" where there is none. */
export function metricText({ metrics }: BacktestResult, name: string): string {
  return figure(metrics[name], metricNamed(name).unit);
}

/** Why a metric has no figure; empty where it has one. */
export function whyNot(value: MetricValue | undefined): string {
  if (value === undefined) return "It was not computed.";
  return value.value === null ? value.why : "";
}
