import { figure, none, tooFewReturns } from "./figure.js";
import type { Metric } from "./metric.js";

/** A variance below this is none (as in empyrical): a benchmark that does not move has no beta. */
const NO_VARIANCE = 1e-30;

/**
 * Beta: covariance of returns and benchmark / variance of the benchmark, over the periods in which
 * neither is NaN. NaN where there are none, and where the benchmark does not move. As empyrical's `beta`.
 *
 * @param benchmark returns of the same periods; of unequal lengths the shorter counts
 */
export function beta(returns: ArrayLike<number>, benchmark: ArrayLike<number>): number {
  const center = pairMeans(returns, benchmark).benchmark;
  let [covariance, variance, count] = [0, 0, 0];
  eachPair(returns, benchmark, (value, reference) => {
    const off = reference - center;
    covariance += off * value;
    variance += off * off;
    count += 1;
  });
  return variance / count < NO_VARIANCE ? NaN : covariance / variance;
}

/** Means of both over the periods in which neither is NaN. */
export function pairMeans(
  returns: ArrayLike<number>,
  benchmark: ArrayLike<number>,
): { readonly returns: number; readonly benchmark: number } {
  let [sum, reference, count] = [0, 0, 0];
  eachPair(returns, benchmark, (value, other) => {
    sum += value;
    reference += other;
    count += 1;
  });
  return { returns: sum / count, benchmark: reference / count };
}

function eachPair(
  returns: ArrayLike<number>,
  benchmark: ArrayLike<number>,
  use: (value: number, reference: number) => void,
): void {
  const count = Math.min(returns.length, benchmark.length);
  for (let i = 0; i < count; i += 1) {
    const value = returns[i] ?? NaN;
    const reference = benchmark[i] ?? NaN;
    if (!Number.isNaN(value) && !Number.isNaN(reference)) use(value, reference);
  }
}

export const betaMetric: Metric = {
  name: "beta",
  title: "Beta against holding",
  unit: "ratio",
  summary:
    "Covariance of the returns with those of holding the start balances (where those are cash, the tokens in use by equal parts) / variance of the latter.",
  source: "empyrical, beta",
  needs: "30 returns, and a benchmark that moves",
  compute: (input) => {
    if (input.benchmark === null) return none("There is nothing to compare with.");
    const why = tooFewReturns(input);
    return why === null ? figure(beta(input.returns, input.benchmark), "What is held does not move.") : none(why);
  },
};
