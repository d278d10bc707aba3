import { power } from "../core/number/power.js";
import { beta, pairMeans } from "./beta.js";
import { figure, none } from "./figure.js";
import type { Metric } from "./metric.js";
import { periodsPerYear } from "./settings.js";
import { tooLittleForRatios, type RatioOptions } from "./sharpe.js";

/**
 * Alpha a year, as a fraction: (1 + a)^(periods a year) − 1 of a = mean of (return − risk-free − beta ×
 * (benchmark − risk-free)), over the periods in which neither is NaN. NaN for fewer than two returns,
 * and where there is no beta. As empyrical's `alpha`.
 */
export function alpha(
  returns: ArrayLike<number>,
  benchmark: ArrayLike<number>,
  { riskFree = 0, perYear = 365 }: RatioOptions = {},
): number {
  if (returns.length < 2) return NaN;
  const means = pairMeans(returns, benchmark);
  const each = means.returns - riskFree - beta(returns, benchmark) * (means.benchmark - riskFree);
  return power(1 + each, perYear) - 1;
}

export const alphaMetric: Metric = {
  name: "alpha",
  title: "Alpha a year, against holding",
  unit: "fraction",
  summary: "Mean of (return − risk-free − beta × (return of holding − risk-free)), compounded over a year.",
  source: "M. Jensen, The Performance of Mutual Funds, 1968; empyrical, alpha",
  needs: "30 days, 30 returns, and a benchmark that moves",
  compute: (input) => {
    if (input.benchmark === null) return none("There is nothing to compare with.");
    const why = tooLittleForRatios(input);
    if (why !== null) return none(why);
    const { riskFree, daysPerYear } = input.settings;
    return figure(
      alpha(input.returns, input.benchmark, { riskFree, perYear: periodsPerYear(input.period, daysPerYear) }),
      "What is held does not move.",
    );
  },
};
