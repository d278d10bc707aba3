import { z } from "zod";
import { members, parts, taking } from "../core/arguments.js";
import { aboveZero, callback, column, eachOf, equallyLong, figure, moment, number, numbers } from "../core/kinds.js";
import type { ClosedTrade, Metric, MetricInput, MetricFill, RunFigures, StartBalance } from "./unchecked.js";
import * as unchecked from "./unchecked.js";

/*
 * The metrics as the package offers them: what they are given is checked, once a call. Each throws ArgumentError.
 */

export type * from "./unchecked.js";
export { DEFAULT_METRIC_SETTINGS, MetricSettingsError } from "./unchecked.js";

const returns = numbers;
const profits = numbers;
const rate = number.optional();
/** NaN where it was computed of what cannot be, as `periodReturn` does. */
const target = figure.optional();
const ratio = members({ riskFree: rate, perYear: rate }).optional();

export const { cagr, calmar, volatility } = taking(
  { returns, perYear: rate },
  { cagr: unchecked.cagr, calmar: unchecked.calmar, volatility: unchecked.volatility },
);
export const { conditionalValueAtRisk, tailRatio, valueAtRisk } = taking(
  { returns, tail: rate },
  {
    conditionalValueAtRisk: unchecked.conditionalValueAtRisk,
    tailRatio: unchecked.tailRatio,
    valueAtRisk: unchecked.valueAtRisk,
  },
);
export const { longestUnderWater, maxDrawdown, totalReturn } = taking(
  { returns },
  {
    longestUnderWater: unchecked.longestUnderWater,
    maxDrawdown: unchecked.maxDrawdown,
    totalReturn: unchecked.totalReturn,
  },
);
export const { kurtosis, mean, sampleDeviation, skewness } = taking(
  { values: numbers },
  {
    kurtosis: unchecked.kurtosis,
    mean: unchecked.mean,
    sampleDeviation: unchecked.sampleDeviation,
    skewness: unchecked.skewness,
  },
);
export const { averageLoss, averageWin, expectancy, largestLoss, largestWin } = taking(
  { profits },
  {
    averageLoss: unchecked.averageLoss,
    averageWin: unchecked.averageWin,
    expectancy: unchecked.expectancy,
    largestLoss: unchecked.largestLoss,
    largestWin: unchecked.largestWin,
  },
);
export const { longestLosingStreak, longestWinningStreak, profitFactor, winRate } = taking(
  { profits },
  {
    longestLosingStreak: unchecked.longestLosingStreak,
    longestWinningStreak: unchecked.longestWinningStreak,
    profitFactor: unchecked.profitFactor,
    winRate: unchecked.winRate,
  },
);
export const { alpha } = taking({ returns, benchmark: numbers, options: ratio }, { alpha: unchecked.alpha });
export const { beta } = taking({ returns, benchmark: numbers }, { beta: unchecked.beta });
export const { downsideDeviation } = taking(
  { returns, target, perYear: rate },
  { downsideDeviation: unchecked.downsideDeviation },
);
export const { omega } = taking(
  { returns, options: members({ riskFree: rate, target }).optional() },
  { omega: unchecked.omega },
);
export const { sharpe } = taking({ returns, options: ratio }, { sharpe: unchecked.sharpe });
export const { sortino } = taking(
  { returns, options: members({ target, perYear: rate }).optional() },
  { sortino: unchecked.sortino },
);
export const { sharpeSample } = taking({ returns, riskFree: rate }, { sharpeSample: unchecked.sharpeSample });
export const { quantile } = taking({ values: numbers, share: number }, { quantile: unchecked.quantile });
export const { turnover } = taking({ usdOfFills: numbers, meanEquity: figure }, { turnover: unchecked.turnover });
export const { periodReturn } = taking({ annual: figure, perYear: rate }, { periodReturn: unchecked.periodReturn });
export const { periodsPerYear } = taking(
  { period: number, daysPerYear: number },
  { periodsPerYear: unchecked.periodsPerYear },
);
export const { returnPeriod } = taking({ length: number, interval: number }, { returnPeriod: unchecked.returnPeriod });

const sample = parts({ sharpe: figure, count: figure, skewness: figure, kurtosis: figure });

export const { minTrackRecord } = taking(
  { sample, benchmark: rate, confidence: rate },
  { minTrackRecord: unchecked.minTrackRecord },
);
export const { probabilisticSharpe } = taking(
  { sample, benchmark: rate },
  { probabilisticSharpe: unchecked.probabilisticSharpe },
);

const time = column;
const equity = column;
const isFill = (fill: Partial<MetricFill>): boolean =>
  [fill.at, fill.usd, fill.slippageUsd].every((value) => typeof value === "number");
const isSwap = (fill: Partial<MetricFill>): boolean =>
  isFill(fill) && [fill.from, fill.to, fill.fromAmount, fill.toAmount].every((value) => typeof value === "string");
const isBalance = ({ token, amount, usd }: Partial<StartBalance>): boolean =>
  typeof token === "string" && typeof amount === "number" && typeof usd === "number";
const swaps = eachOf("swaps of a run", isSwap);
const start = eachOf("balances of a start", isBalance);
const isCash = callback;

export const { meanEquity } = taking({ time, equity }, { meanEquity: unchecked.meanEquity });
export const { deepestDrawdown } = taking({ time, equity }, { deepestDrawdown: unchecked.deepestDrawdown });
export const { returnsOf } = taking(
  { time: numbers, equity: numbers, period: aboveZero, from: moment.optional(), to: moment.optional() },
  { returnsOf: unchecked.returnsOf },
);
export const { closedTradesOf } = taking(
  { fills: swaps, start, isCash, startedAt: moment },
  { closedTradesOf: unchecked.closedTradesOf },
);
export const { exposureOf } = taking(
  { time, equity, fills: swaps, start, isCash },
  { exposureOf: unchecked.exposureOf },
);

const settings = parts({});
const curve = parts({ time, equity }).check(equallyLong("time", "equity"));

export const { metricSettings } = taking({ said: settings.optional() }, { metricSettings: unchecked.metricSettings });
export const { metricInputOf } = taking(
  {
    run: members({
      ...{ time, equity, fills: swaps, start, isCash },
      benchmark: z
        .union([callback, curve], { error: "must be a curve, { time, equity }, a function, or null" })
        .nullable(),
      settings: settings.optional(),
      period: number.optional(),
    } satisfies Record<keyof RunFigures, z.ZodType>).check(equallyLong("time", "equity")),
  },
  { metricInputOf: unchecked.metricInputOf },
);

const input = z
  .looseObject({
    ...{ time, equity, returns, period: figure, exposure: figure, timeInMarket: figure, settings },
    benchmark: returns.nullable(),
    closed: eachOf("closed trades", (trade: Partial<ClosedTrade>) => typeof trade.costUsd === "number"),
    fills: eachOf("fills", isFill),
  } satisfies Record<keyof MetricInput, z.ZodType>)
  .check(equallyLong("time", "equity"));

/** Every metric, in the order in which they are shown: returns, risk, trades, what it took, against holding, how sure. */
export const METRICS: readonly Metric[] = unchecked.METRICS.map((metric) => ({
  ...metric,
  ...taking({ input }, { compute: metric.compute }),
}));
export const { computeMetrics } = taking({ input }, { computeMetrics: unchecked.computeMetrics });
