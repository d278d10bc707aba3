import { METRICS } from "../metrics/metrics.js";
import type { Metric, MetricUnit, MetricValue } from "../metrics/metric.js";
import { count, duration, fixed, moment, percent, usd } from "../core/format.js";
import type { ReportResult } from "./input.js";

const KNOWN: ReadonlyMap<string, Metric> = new Map(METRICS.map((metric) => [metric.name, metric]));

/** What a metric of a result is; one that this version does not know has its name for a title, and no definition. */
export function metricNamed(name: string): Pick<Metric, "name" | "title" | "unit" | "summary" | "source"> {
  return KNOWN.get(name) ?? { name, title: name, unit: "ratio", summary: "", source: "" };
}

const BY_UNIT: Readonly<Record<MetricUnit, (value: number) => string>> = {
  fraction: percent,
  ratio: (value) => (Number.isFinite(value) ? fixed(value, 2) : value > 0 ? "∞" : "−∞"),
  usd,
  ms: duration,
  time: (at) => `${moment(at)} UTC`,
  count,
  "per-day": (value) => `${fixed(value, 2)} a day`,
};

/** The figure of a metric with its unit; "n/a" if there is none. */
export function metricText({ metrics }: Pick<ReportResult, "metrics">, name: string): string {
  const value = metrics[name]?.value ?? null;
  return value === null ? "n/a" : BY_UNIT[metricNamed(name).unit](value);
}

/** Why a metric has no figure; empty if it has one. */
export function whyNot(value: MetricValue | undefined): string {
  if (value === undefined) return "Not computed.";
  return value.value === null ? value.why : "";
}
