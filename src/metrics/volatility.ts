import { figure, tooFewReturns, unless } from "./figure.js";
import type { Metric } from "./metric.js";
import { sampleDeviation } from "./moments.js";
import { periodsPerYear } from "./settings.js";

/**
 * Annual volatility, as a fraction: the returns' sample deviation × √(periods a year). NaN for fewer
 * than two returns. As empyrical's `annual_volatility`.
 */
export function volatility(returns: ArrayLike<number>, perYear = 365): number {
  return sampleDeviation(returns) * Math.sqrt(perYear);
}

export const volatilityMetric: Metric = {
  name: "volatility",
  title: "Volatility a year",
  unit: "fraction",
  summary: "Sample deviation of the returns × √(periods in a year).",
  source: "empyrical, annual_volatility",
  needs: "30 returns",
  compute: unless(tooFewReturns, ({ returns, period, settings }) =>
    figure(volatility(returns, periodsPerYear(period, settings.daysPerYear)), "Fewer than two returns are known."),
  ),
};
