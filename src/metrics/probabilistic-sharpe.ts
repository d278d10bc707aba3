import { figure, tooFewReturns, unless } from "./figure.js";
import type { Metric } from "./metric.js";
import { countNumbers, kurtosis, mean, sampleDeviation, skewness } from "./moments.js";
import { normalDistribution } from "./normal.js";

/** What the uncertainty of a Sharpe ratio depends on; every figure is of a period, none annualised. */
export interface SharpeSample {
  readonly sharpe: number;
  readonly count: number;
  readonly skewness: number;
  /** 3 for a normal distribution. */
  readonly kurtosis: number;
}

/** The sample of returns; NaN is left out. @param riskFree return of a period without risk */
export function sharpeSample(returns: ArrayLike<number>, riskFree = 0): SharpeSample {
  return {
    sharpe: (mean(returns) - riskFree) / sampleDeviation(returns),
    count: countNumbers(returns),
    skewness: skewness(returns),
    kurtosis: kurtosis(returns),
  };
}

/** 1 − γ₃·SR + (γ₄ − 1)/4 · SR²: what the squared error of a Sharpe ratio is in proportion to. Never below 0, since γ₄ ≥ 1 + γ₃². */
export function sharpeSpread({ sharpe, skewness, kurtosis }: SharpeSample): number {
  return Math.max(0, 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe * sharpe);
}

/**
 * Probability that the true Sharpe ratio is above a benchmark, given how many returns there are and
 * how they are skewed and tailed: Φ((SR − SR*) √(n − 1) / √(1 − γ₃ SR + (γ₄ − 1)/4 SR²)).
 *
 * @param benchmark a Sharpe ratio of a period, not of a year
 */
export function probabilisticSharpe(sample: SharpeSample, benchmark = 0): number {
  return normalDistribution(
    ((sample.sharpe - benchmark) * Math.sqrt(sample.count - 1)) / Math.sqrt(sharpeSpread(sample)),
  );
}

export const probabilisticSharpeMetric: Metric = {
  name: "probabilisticSharpe",
  title: "Probabilistic Sharpe ratio",
  unit: "fraction",
  summary: "Probability that the true Sharpe ratio is above 0, by the number, skewness and kurtosis of the returns.",
  source: "D. Bailey, M. López de Prado, The Sharpe Ratio Efficient Frontier, Journal of Risk 15(2), 2012, eq. 11",
  needs: "30 returns that vary",
  compute: unless(tooFewReturns, ({ returns, settings }) =>
    figure(probabilisticSharpe(sharpeSample(returns, settings.riskFree)), "The returns do not vary."),
  ),
};
