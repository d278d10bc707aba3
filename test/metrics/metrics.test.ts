import { describe, expect, it } from "vitest";
import {
  computeMetrics,
  deepestDrawdown,
  longestUnderWater,
  METRICS,
  metricInputOf,
  type MetricFill,
  type MetricValue,
} from "../../src/metrics/index.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const isCash = (token: string): boolean => token === "USDC";

interface Run {
  readonly days: number;
  readonly value?: (hour: number) => number;
  readonly fills?: readonly MetricFill[];
  readonly benchmark?: boolean;
}

/** A run by the hour that begins with 1000 in cash. */
function metricsOf({ days, value = () => 1000, fills = [], benchmark = false }: Run): Record<string, MetricValue> {
  const time = Float64Array.from({ length: days * 24 + 1 }, (_, i) => i * HOUR);
  const equity = Float64Array.from(time, (_, i) => value(i));
  const held = Float64Array.from(time, (_, i) => 1000 + 10 * Math.sin(i));
  return computeMetrics(
    metricInputOf({
      ...{ time, equity, fills, isCash, benchmark: benchmark ? { time, equity: held } : null },
      start: [{ token: "USDC", amount: 1000, usd: 1000 }],
    }),
  );
}

const wave = (hour: number): number => 1000 + hour / 10 + 5 * Math.sin(hour * 1.7);
const missing = (values: Record<string, MetricValue>): string[] =>
  Object.entries(values).flatMap(([name, { value }]) => (value === null ? [name] : []));
const why = (value: MetricValue | undefined): string => (value?.value === null ? value.why : "");

describe("computeMetrics", () => {
  it("gives every metric of METRICS, in its order, as a finite figure or with a reason", () => {
    for (const days of [0, 1, 3, 40, 120]) {
      const values = metricsOf({ days, value: wave });
      expect(Object.keys(values)).toEqual(METRICS.map(({ name }) => name));
      for (const value of Object.values(values))
        expect(value.value === null ? value.why.length > 5 : Number.isFinite(value.value)).toBe(true);
    }
  });

  it("has no total return of a single point, and gives the reason", () => {
    const told = (points: number) => why(metricsOf({ days: (points - 1) / 24, value: wave })["totalReturn"]);
    expect([told(1), told(2)]).toEqual(["The equity curve has fewer than two points.", ""]);
  });

  it("gives the length of a run by its minutes", () => {
    const run = { time: Float64Array.of(0, 6 * HOUR + 39_797), equity: Float64Array.of(1000, 1001) };
    const values = computeMetrics(metricInputOf({ ...run, fills: [], isCash, benchmark: null, start: [] }));
    expect(why(values["cagr"])).toMatch(/^6h are too short/);
  });

  it("has no annual figure for three days, and says how long a run must be", () => {
    const values = metricsOf({ days: 3, value: wave, benchmark: true });
    expect(missing(values)).toEqual(expect.arrayContaining(["cagr", "sharpe", "sortino", "calmar", "alpha"]));
    expect(why(values["cagr"])).toBe("3d are too short for a figure a year: at least 90d are needed.");
    expect(why(values["sharpe"])).toContain("at least 30d");
    expect(why(values["valueAtRisk"])).toBe("72 returns of 1h are too few: at least 100 are needed.");
    expect(why(values["conditionalValueAtRisk"])).toBe(why(values["valueAtRisk"]));
    expect(values["totalReturn"]?.value).toBeCloseTo(wave(72) / wave(0) - 1, 12);
    expect(values["volatility"]?.value).toBeGreaterThan(0);
  });

  it("has every figure for the equity of 120 days, some of them falling", () => {
    const values = metricsOf({ days: 120, value: wave, benchmark: true });
    const ofTrades = METRICS.filter(({ needs }) => needs.includes("closed trade")).map(({ name }) => name);
    expect(missing(values).filter((name) => !ofTrades.includes(name) && name !== "maxDrawdownRecovery")).toEqual([]);
  });

  it("gives the reason why a run that never moves has no ratios", () => {
    const values = metricsOf({ days: 120, benchmark: true });
    expect(why(values["sharpe"])).toBe("The returns do not vary.");
    expect(why(values["sortino"])).toBe("No return is below the target.");
    expect(why(values["calmar"])).toBe("Equity never fell.");
    expect(why(values["maxDrawdownPeak"])).toBe("Equity never fell.");
    expect(why(values["probabilisticSharpe"])).toBe("The returns do not vary.");
    expect(why(values["winRate"])).toBe("No trade was closed.");
    expect([values["maxDrawdown"]?.value, values["longestUnderWater"]?.value, values["slippageCost"]?.value]).toEqual([
      0, 0, 0,
    ]);
  });

  it("compares with nothing if there is no benchmark", () => {
    expect(why(metricsOf({ days: 120, value: wave })["beta"])).toBe("There is nothing to compare with.");
  });

  it("annualises by the days of a year in the settings", () => {
    const time = Float64Array.from({ length: 101 }, (_, i) => i * DAY);
    const equity = Float64Array.from(time, (_, i) => wave(i));
    const of = (daysPerYear: number): Record<string, MetricValue> =>
      computeMetrics(
        metricInputOf({ time, equity, benchmark: null, fills: [], start: [], isCash, settings: { daysPerYear } }),
      );
    const [year, trading] = [of(365), of(252)];
    expect((year["volatility"]?.value ?? 0) / (trading["volatility"]?.value ?? 1)).toBeCloseTo(
      Math.sqrt(365 / 252),
      12,
    );
    expect(year["cagr"]?.value).toBeCloseTo((wave(100) / wave(0)) ** 3.65 - 1, 12);
  });

  it("counts trades, turnover, slippage and results of the fills", () => {
    const fill = (hour: number, from: string, to: string, usd: number, amount: number): MetricFill => ({
      ...{ at: hour * HOUR, from, to, usd, slippageUsd: 2, fromAmount: String(from === "W" ? amount : usd) },
      toAmount: String(to === "W" ? amount : usd - 2),
    });
    const fills = [
      fill(1, "USDC", "W", 500, 1),
      fill(2, "W", "USDC", 552, 1),
      fill(3, "USDC", "W", 500, 1),
      fill(4, "W", "USDC", 482, 1),
      fill(5, "USDC", "W", 500, 1),
      fill(6, "W", "USDC", 492, 1),
    ];
    const values = metricsOf({ days: 2, fills });
    const figures = Object.fromEntries(Object.entries(values).map(([name, { value }]) => [name, value]));
    expect(figures).toMatchObject({
      ...{ winRate: 1 / 3, profitFactor: 50 / 30, averageWin: 50, averageLoss: -15, largestWin: 50, largestLoss: -20 },
      ...{ longestWinningStreak: 1, longestLosingStreak: 2, slippageCost: 12, tradesPerDay: 3, turnover: 3.026 },
    });
    expect(figures["expectancy"]).toBeCloseTo(20 / 3, 12);
  });
});

describe("the deepest drawdown", () => {
  const time = Float64Array.of(0, 10, 20, 30, 40, 50, 60, 70);

  it("has the dates of its last peak, its trough and its first recovery", () => {
    const equity = Float64Array.of(100, 120, 120, 90, 110, 125, 100, 124);
    expect(deepestDrawdown(time, equity)).toEqual({
      ...{ depth: -0.25, peakAt: 20, troughAt: 30, recoveredAt: 50, duration: 30 },
    });
  });

  it("lasts until the end if equity does not recover", () => {
    const equity = Float64Array.of(100, 99, 100, 101, 50, 60, 55, 70);
    expect(deepestDrawdown(time, equity)).toMatchObject({ peakAt: 30, troughAt: 40, recoveredAt: null, duration: 40 });
  });

  it("is that of the curve's current values, even if the same array was read before", () => {
    const equity = Float64Array.of(100, 50);
    expect(deepestDrawdown(time.subarray(0, 2), equity)).toMatchObject({ depth: -0.5 });
    equity[1] = 90;
    expect(deepestDrawdown(time.subarray(0, 2), equity)).toMatchObject({ depth: -0.1 });
  });

  it("is none if equity only rises, and ignores NaN", () => {
    expect(deepestDrawdown(time.subarray(0, 3), Float64Array.of(1, 1, 2))).toBeNull();
    expect(deepestDrawdown(time.subarray(0, 4), Float64Array.of(2, NaN, 1, NaN))).toMatchObject({
      depth: -0.5,
      peakAt: 0,
      troughAt: 20,
    });
  });

  it("need not be the longest time under water", () => {
    expect(longestUnderWater([0.1, -0.5, 1.5, -0.01, 0.001, 0.001, 0.001, 0.02])).toBe(5);
  });
});

describe("METRICS", () => {
  it("have unique names, each with description, unit, source and minimum", () => {
    expect(new Set(METRICS.map(({ name }) => name)).size).toBe(METRICS.length);
    for (const { name, title, summary, source, needs } of METRICS) {
      expect(name).toMatch(/^[a-z][A-Za-z]+$/);
      expect(title).toMatch(/^[A-Z]/);
      expect(summary).toMatch(/\.$/);
      expect(source.length > 3 && needs.length > 3).toBe(true);
    }
  });

  it("are all that the project promises", () => {
    const promised = [
      ...[
        "totalReturn",
        "cagr",
        "volatility",
        "sharpe",
        "sortino",
        "calmar",
        "omega",
        "maxDrawdown",
        "maxDrawdownDuration",
      ],
      ...[
        "longestUnderWater",
        "tailRatio",
        "valueAtRisk",
        "conditionalValueAtRisk",
        "winRate",
        "profitFactor",
        "expectancy",
      ],
      ...["averageWin", "averageLoss", "largestWin", "largestLoss", "longestWinningStreak", "longestLosingStreak"],
      ...["turnover", "exposure", "slippageCost", "timeInMarket", "tradesPerDay", "alpha", "beta"],
      ...["probabilisticSharpe", "minTrackRecord", "maxDrawdownPeak", "maxDrawdownTrough", "maxDrawdownRecovery"],
    ];
    expect(METRICS.map(({ name }) => name).sort()).toEqual(promised.sort());
  });
});
