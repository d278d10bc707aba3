import { downsideDeviation } from "./downside-deviation.js";
import { figure, unless } from "./figure.js";
import type { Metric } from "./metric.js";
import { mean } from "./moments.js";
import { periodsPerYear } from "./settings.js";
import { tooLittleForRatios } from "./sharpe.js";

/** What the Sortino ratio is asked for. */
export interface SortinoOptions {
  /** What a period's return must reach, as a fraction; 0 by default. */
  readonly target?: number;
  /** 365 by default. */
  readonly perYear?: number;
}

/**
 * Sortino ratio a year: mean of (return − target) × periods a year / downside deviation a year below
 * the target. NaN for fewer than two returns and for 0 / 0; infinite where no return missed the
 * target. As empyrical's `sortino_ratio`.
 */
export function sortino(returns: ArrayLike<number>, { target = 0, perYear = 365 }: SortinoOptions = {}): number {
  if (returns.length < 2) return NaN;
  return ((mean(returns) - target) * perYear) / downsideDeviation(returns, target, perYear);
}

export const sortinoMetric: Metric = {
  name: "sortino",
  title: "Sortino ratio",
  unit: "ratio",
  summary:
    "Mean of (return − target) / root mean square of what returns miss the target by, over all periods, × √(periods in a year).",
  source: "F. Sortino, L. Price, Performance Measurement in a Downside Risk Framework, 1994; empyrical, sortino_ratio",
  needs: "30 days, 30 returns, and one below the target",
  compute: unless(tooLittleForRatios, ({ returns, period, settings: { target, daysPerYear } }) =>
    figure(
      sortino(returns, { target, perYear: periodsPerYear(period, daysPerYear) }),
      "No return is below the target.",
    ),
  ),
};
