import type { MetricSettings } from "./metric.js";

export const DAY = 86_400_000;
export const HOUR = 3_600_000;

/** What is taken where nothing is said: 365 days a year, nothing risk-free, a target of 0, tails of 5 %. */
export const DEFAULT_METRIC_SETTINGS: MetricSettings = { daysPerYear: 365, riskFree: 0, target: 0, tail: 0.05 };

/** Periods in a year: what annualised figures are raised to or multiplied with. */
export function periodsPerYear(period: number, daysPerYear: number): number {
  return (daysPerYear * DAY) / period;
}
