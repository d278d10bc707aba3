import { describe, expect, it } from "vitest";
import { computeMetrics, metricInputOf, type MetricFill, type MetricValue } from "../../src/metrics/index.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const isCash = (token: string): boolean => token === "USDC";

interface Run {
  readonly time: readonly number[];
  readonly equity: readonly number[];
  readonly fills?: readonly MetricFill[];
  readonly period?: number;
}

/** The figures of a run that begins with 1000 in cash. */
function figuresOf({ time, equity, fills = [], period }: Run): (name: string) => number | null | undefined {
  const start = [{ token: "USDC", amount: 1000, usd: 1000 }];
  const curve = { time: Float64Array.from(time), equity: Float64Array.from(equity) };
  const values: Record<string, MetricValue> = computeMetrics(
    metricInputOf({ ...curve, fills, start, isCash, benchmark: null, ...(period !== undefined && { period }) }),
  );
  return (name) => values[name]?.value;
}

const swap = (at: number, from: string, to: string, usd: number, slippageUsd: number): MetricFill => ({
  ...{ at, from, to, usd, slippageUsd },
  ...{ fromAmount: String(usd), toAmount: String(usd - slippageUsd) },
});

describe("figures on curves where an error would show", () => {
  it("turnover is of equity weighted by time until its next value", () => {
    const fills = [swap(0, "USDC", "W", 475, 0), swap(HOUR, "W", "USDC", 475, 0)];
    const value = figuresOf({ time: [0, HOUR, 10 * HOUR], equity: [1000, 2000, 500], fills });
    // (1000 × 1 h + 2000 × 9 h) / 10 h = 1900.
    expect(value("turnover")).toBe(950 / 1900);
  });

  it("exposure takes slippage off what is bought, and off the cash that a sale brings in", () => {
    const fills = [swap(0, "USDC", "W", 500, 20), swap(HOUR, "W", "USDC", 240, 10)];
    const value = figuresOf({ time: [0, HOUR, 3 * HOUR], equity: [980, 970, 970], fills });
    // Cash is 500 for one hour, and 500 + 230 for two.
    expect(value("exposure")).toBeCloseTo(((1 - 500 / 980) * 1 + (1 - 730 / 970) * 2) / 3, 12);
  });

  it("the minimum track record is a time in milliseconds: returns by the period of one", () => {
    const returns = Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? 0.03 : -0.01));
    const equity = returns.reduce<number[]>((all, one) => [...all, (all.at(-1) ?? 0) * (1 + one)], [1000]);
    const period = 6 * HOUR;
    const time = equity.map((_, i) => i * period);
    // Mean 0.01, deviation 0.02 by 39; no skew, and a kurtosis of 1: the spread is 1.
    const sharpe = 0.01 / (0.02 * Math.sqrt(40 / 39));
    const needed = 1 + (1.6448536269514722 / sharpe) ** 2;
    expect(figuresOf({ time, equity, period })("minTrackRecord")).toBeCloseTo(needed * period, -1);
    expect(needed * period).toBeGreaterThan(11 * period);
  });

  it("the longest time under water is that of a long shallow fall, the drawdown's duration that of the deepest", () => {
    const deep = [0, 1, 2, 3, 4, 5].map((minute) => minute * MINUTE);
    const time = [...deep, 6 * MINUTE, 7 * MINUTE, 10 * HOUR, 11 * HOUR];
    const equity = [1000, 900, 500, 600, 900, 1000, 1001, 1000, 1001, 1002];
    const value = figuresOf({ time, equity });
    expect(value("longestUnderWater")).toBe(10 * HOUR - 6 * MINUTE);
    expect(value("maxDrawdownDuration")).toBe(5 * MINUTE);
    expect(value("maxDrawdown")).toBe(-0.5);
  });
});
