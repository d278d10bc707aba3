import type { Metric, MetricInput, MetricValue } from "./metric.js";
import { totalReturnMetric } from "./total-return.js";

/** Every metric, in the order in which they are shown. */
export const METRICS: readonly Metric[] = [totalReturnMetric];

/** All metrics of a run by name, in the order of METRICS. */
export function computeMetrics(input: MetricInput): Record<string, MetricValue> {
  return Object.fromEntries(METRICS.map((metric) => [metric.name, metric.compute(input)]));
}
