import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as metrics from "../../src/metrics/index.js";

type Num = number | "NaN" | "Infinity" | "-Infinity";
interface Vector {
  readonly metric: string;
  readonly returns: string;
  readonly options: Readonly<Record<string, number | string>>;
  readonly expected: Num;
}
interface Reference {
  readonly series: Readonly<Record<string, readonly Num[]>>;
  readonly published: readonly Vector[];
  readonly computed: readonly Vector[];
}

const reference = JSON.parse(readFileSync(new URL("reference.json", import.meta.url), "utf8")) as Reference;
const series = (name: string): number[] => (reference.series[name] ?? []).map(Number);

/** Calls the function of a vector as the vector says. */
function compute({ metric, returns: name, options }: Vector): number {
  const returns = series(name);
  const option = (key: string): number => Number(options[key] ?? NaN);
  const [perYear, riskFree, target, tail] = ["perYear", "riskFree", "target", "tail"].map(option) as [
    number,
    number,
    number,
    number,
  ];
  const benchmark = series(String(options["benchmark"]));
  const tailed = (of: (values: number[], tail?: number) => number): number =>
    "tail" in options ? of(returns, tail) : of(returns);
  switch (metric) {
    case "totalReturn":
    case "maxDrawdown":
    case "skewness":
    case "kurtosis":
      return metrics[metric](returns);
    case "cagr":
    case "volatility":
    case "calmar":
      return metrics[metric](returns, perYear);
    case "tailRatio":
    case "valueAtRisk":
    case "conditionalValueAtRisk":
      return tailed(metrics[metric]);
    case "omega":
      return metrics.omega(returns, { riskFree, target: metrics.periodReturn(option("annualTarget"), perYear) });
    case "sharpe":
      return metrics.sharpe(returns, { riskFree, perYear });
    case "downsideDeviation":
      return metrics.downsideDeviation(returns, target, perYear);
    case "sortino":
      return metrics.sortino(returns, { target, perYear });
    case "alpha":
      return metrics.alpha(returns, benchmark, { riskFree, perYear });
    case "beta":
      return metrics.beta(returns, benchmark);
    case "probabilisticSharpe":
      return metrics.probabilisticSharpe(metrics.sharpeSample(returns), option("sharpe"));
    case "minTrackRecord":
      return metrics.minTrackRecord(metrics.sharpeSample(returns), option("sharpe"), option("confidence"));
    default:
      throw new Error(`No function for ${metric}`);
  }
}

/** Relative above 1, absolute below; what empyrical publishes has 8 decimals in places. */
function closeTo(got: number, expected: Num, within: number): boolean {
  const wanted = Number(expected);
  if (!Number.isFinite(wanted)) return Object.is(got, wanted);
  return Math.abs(got - wanted) <= within * Math.max(1, Math.abs(wanted));
}

const misses = (vectors: readonly Vector[], within: number): string[] =>
  vectors
    .map((vector) => ({ ...vector, got: compute(vector) }))
    .filter(({ got, expected }) => !closeTo(got, expected, within))
    .map(({ metric, returns, options, expected, got }) =>
      [metric, returns, JSON.stringify(options), "expected", expected, "got", got].join(" "),
    );

describe("metrics against empyrical", () => {
  it("equals every vector that empyrical's tests publish, within their eight decimals", () => {
    expect(reference.published.length).toBeGreaterThan(80);
    expect(misses(reference.published, 1e-8)).toEqual([]);
  });

  it("equals the published vectors with all digits to 1e-9", () => {
    const exact = reference.published.filter(
      ({ expected }) => String(expected).length > 12 || String(expected).length < 8,
    );
    expect(exact.length).toBeGreaterThan(60);
    expect(misses(exact, 1e-9)).toEqual([]);
  });

  it("equals numpy and scipy by empyrical's formulas to 1e-9, on short, sparse, flat, ruined and long series", () => {
    expect(reference.computed.length).toBeGreaterThan(300);
    expect(misses(reference.computed, 1e-9)).toEqual([]);
  });

  it("is checked for every function that empyrical also has", () => {
    const checked = new Set([...reference.published, ...reference.computed].map(({ metric }) => metric));
    expect([...checked].sort()).toEqual(
      [
        ...["alpha", "beta", "cagr", "calmar", "conditionalValueAtRisk", "downsideDeviation", "kurtosis"],
        ...["maxDrawdown", "minTrackRecord", "omega", "probabilisticSharpe", "sharpe", "skewness", "sortino"],
        ...["tailRatio", "totalReturn", "valueAtRisk", "volatility"],
      ].sort(),
    );
  });

  it("is not misled by rounding: a constant does not vary, however often it is added up", () => {
    for (let n = 2; n < 40; n += 1) {
      const constant = Array.from({ length: n }, () => 0.1);
      const moving = constant.map((_, i) => i / 100);
      expect(metrics.sampleDeviation(constant)).toBe(0);
      expect(metrics.sharpe(constant)).toBe(Infinity);
      expect(metrics.beta(moving, constant)).toBeNaN();
    }
  });

  it("has no ratio of one return alone", () => {
    for (const ratio of [metrics.sharpe, metrics.sortino, metrics.omega]) expect(ratio([-0.1])).toBeNaN();
    expect(metrics.alpha([-0.1], [0.1])).toBeNaN();
  });

  it("has the growth rate of a run that lost nearly everything", () => {
    // 0.98 to the power of 2000 is below the last digit of 1.
    expect(metrics.cagr(Array.from({ length: 2000 }, () => -0.02))).toBeCloseTo(0.98 ** 365 - 1, 12);
  });

  it("has no Calmar ratio if growth is beyond all numbers", () => {
    expect(metrics.cagr([-0.5, 1e10])).toBe(Infinity);
    expect(metrics.calmar([-0.5, 1e10])).toBeNaN();
  });
});
