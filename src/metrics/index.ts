export type { ClosedTrade, Metric, MetricInput, MetricSettings, MetricUnit, MetricValue } from "./metric.js";
export { closedTradesOf, type MetricFill, type StartBalance } from "./closed-trades.js";
export { exposureOf, type Exposure } from "./exposure-path.js";
export { metricInputOf, type RunFigures } from "./metric-input.js";
export { METRICS, computeMetrics } from "./metrics.js";
export { returnPeriod, returnsOf } from "./returns-of.js";
export { DEFAULT_METRIC_SETTINGS, periodsPerYear } from "./settings.js";
export { totalReturn } from "./total-return.js";
