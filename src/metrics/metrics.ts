import { alphaMetric } from "./alpha.js";
import { betaMetric } from "./beta.js";
import { cagrMetric } from "./cagr.js";
import { calmarMetric } from "./calmar.js";
import { conditionalValueAtRiskMetric } from "./conditional-value-at-risk.js";
import {
  maxDrawdownDurationMetric,
  maxDrawdownPeakMetric,
  maxDrawdownRecoveryMetric,
  maxDrawdownTroughMetric,
} from "./drawdown-dates.js";
import { expectancyMetric } from "./expectancy.js";
import { exposureMetric } from "./exposure.js";
import { longestUnderWaterMetric } from "./longest-under-water.js";
import { maxDrawdownMetric } from "./max-drawdown.js";
import type { Metric, MetricInput, MetricValue } from "./metric.js";
import { minTrackRecordMetric } from "./min-track-record.js";
import { omegaMetric } from "./omega.js";
import { probabilisticSharpeMetric } from "./probabilistic-sharpe.js";
import { profitFactorMetric } from "./profit-factor.js";
import { sharpeMetric } from "./sharpe.js";
import { slippageCostMetric } from "./slippage-cost.js";
import { sortinoMetric } from "./sortino.js";
import { longestLosingStreakMetric, longestWinningStreakMetric } from "./streaks.js";
import { tailRatioMetric } from "./tail-ratio.js";
import { timeInMarketMetric } from "./time-in-market.js";
import { totalReturnMetric } from "./total-return.js";
import { tradesPerDayMetric } from "./trades-per-day.js";
import { turnoverMetric } from "./turnover.js";
import { valueAtRiskMetric } from "./value-at-risk.js";
import { volatilityMetric } from "./volatility.js";
import { winRateMetric } from "./win-rate.js";
import { averageLossMetric, averageWinMetric, largestLossMetric, largestWinMetric } from "./wins-and-losses.js";

/** Every metric, in the order in which they are shown: returns, risk, trades, what it took, against holding, how sure. */
export const METRICS: readonly Metric[] = [
  ...[totalReturnMetric, cagrMetric, volatilityMetric, sharpeMetric, sortinoMetric, calmarMetric, omegaMetric],
  ...[maxDrawdownMetric, maxDrawdownPeakMetric, maxDrawdownTroughMetric, maxDrawdownRecoveryMetric],
  ...[maxDrawdownDurationMetric, longestUnderWaterMetric],
  ...[tailRatioMetric, valueAtRiskMetric, conditionalValueAtRiskMetric],
  ...[winRateMetric, profitFactorMetric, expectancyMetric],
  ...[averageWinMetric, averageLossMetric, largestWinMetric, largestLossMetric],
  ...[longestWinningStreakMetric, longestLosingStreakMetric],
  ...[turnoverMetric, exposureMetric, timeInMarketMetric, slippageCostMetric, tradesPerDayMetric],
  ...[alphaMetric, betaMetric],
  ...[probabilisticSharpeMetric, minTrackRecordMetric],
];

/** All metrics of a run by name, in the order of METRICS. */
export function computeMetrics(input: MetricInput): Record<string, MetricValue> {
  return Object.fromEntries(METRICS.map((metric) => [metric.name, metric.compute(input)]));
}
