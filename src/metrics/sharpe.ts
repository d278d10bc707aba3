import { DAY } from "../core/time/duration.js";
import { figure, tooFewReturns, tooShort, unless } from "./figure.js";
import type { Metric, MetricInput } from "./metric.js";
import { mean, sampleDeviation } from "./moments.js";
import { periodsPerYear } from "./settings.js";

/** Ratios a year lean on a mean, and the mean of less than a month is chance. */
const SHORTEST_FOR_RATIOS = 30 * DAY;

/** Why there is no ratio a year, or null. */
export const tooLittleForRatios = (input: MetricInput): string | null =>
  tooShort(input, SHORTEST_FOR_RATIOS) ?? tooFewReturns(input);

/** What ratios a year are asked for. */
export interface RatioOptions {
  /** Return of a period without risk, as a fraction; 0 by default. */
  readonly riskFree?: number;
  /** 365 by default: daily returns of markets that never close. */
  readonly perYear?: number;
}

/**
 * Sharpe ratio a year: mean of (return − risk-free) / its sample deviation × √(periods a year).
 * NaN returns are left out. NaN for fewer than two returns and for 0 / 0; infinite where returns
 * do not vary and are not risk-free. As empyrical's `sharpe_ratio` (0.5.5 and later).
 */
export function sharpe(returns: ArrayLike<number>, { riskFree = 0, perYear = 365 }: RatioOptions = {}): number {
  if (returns.length < 2) return NaN;
  return ((mean(returns) - riskFree) / sampleDeviation(returns)) * Math.sqrt(perYear);
}

export const sharpeMetric: Metric = {
  name: "sharpe",
  title: "Sharpe ratio",
  unit: "ratio",
  summary: "Mean of (return − risk-free) / its sample deviation × √(periods in a year).",
  source: "W. Sharpe, The Sharpe Ratio, 1994; empyrical, sharpe_ratio",
  needs: "30 days and 30 returns that vary",
  compute: unless(tooLittleForRatios, ({ returns, period, settings: { riskFree, daysPerYear } }) =>
    figure(sharpe(returns, { riskFree, perYear: periodsPerYear(period, daysPerYear) }), "The returns do not vary."),
  ),
};
