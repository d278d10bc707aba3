import { describe, expect, it } from "vitest";
import { minTrackRecord, probabilisticSharpe, sharpeSample } from "../../src/metrics/index.js";
import { normalDistribution, normalQuantile } from "../../src/metrics/normal.js";

const sample = (sharpe: number, count: number, skewness = 0, kurtosis = 3) => ({ sharpe, count, skewness, kurtosis });

describe("the uncertainty of a Sharpe ratio (Bailey and López de Prado, 2012)", () => {
  it("gives the paper's probabilities of two years of monthly returns, with and without their skewness and kurtosis", () => {
    // Section 4: Sharpe ratio 0.458 a month, 24 months, skewness −2.448, kurtosis 10.164.
    expect(probabilisticSharpe(sample(0.458, 24, -2.448, 10.164))).toBeCloseTo(0.913, 3);
    expect(probabilisticSharpe(sample(0.458, 24))).toBeCloseTo(0.982, 3);
  });

  it("gives the paper's track records for a yearly ratio of 2 above one of 1: 3.24, 2.83 and 2.73 years", () => {
    const years = (perYear: number, skewness = 0, kurtosis = 3): number =>
      minTrackRecord(sample(2 / Math.sqrt(perYear), 0, skewness, kurtosis), 1 / Math.sqrt(perYear)) / perYear;
    expect(years(12)).toBeCloseTo(3.24, 2);
    expect(years(52)).toBeCloseTo(2.83, 2);
    expect(years(252)).toBeCloseTo(2.73, 2);
    // "Typical hedge fund" moments need longer.
    expect(years(12, -0.72, 5.78)).toBeCloseTo(4.99, 2);
  });

  it("asks for an endless record where the ratio is not above the benchmark", () => {
    expect(minTrackRecord(sample(0.1, 50), 0.1)).toBe(Infinity);
    expect(minTrackRecord(sample(-1, 50))).toBe(Infinity);
  });

  it("is one half at the benchmark itself, and surer with more returns", () => {
    expect(probabilisticSharpe(sample(0.1, 50), 0.1)).toBe(0.5);
    expect(probabilisticSharpe(sample(0.1, 500))).toBeGreaterThan(probabilisticSharpe(sample(0.1, 50)));
  });

  it("gives no figure for returns that do not vary", () => {
    expect(probabilisticSharpe(sharpeSample([0.01, 0.01, 0.01]))).toBeNaN();
    expect(minTrackRecord(sharpeSample([0, 0, 0]))).toBeNaN();
  });
});

describe("the normal distribution", () => {
  // Abramowitz and Stegun, tables 26.1 and 26.2.
  it.each([
    [0, 0.5],
    [1, 0.841344746068543],
    [1.96, 0.97500210485178],
    [-1.96, 0.02499789514822],
    [3, 0.99865010196837],
    [-3.5, 2.32629079035525e-4],
    [-6, 9.86587645037698e-10],
  ])("equals the tables at %d", (z, probability) => {
    expect(Math.abs(normalDistribution(z) / probability - 1)).toBeLessThan(1e-12);
  });

  it.each([
    [0.95, 1.644853626951473],
    [0.975, 1.959963984540054],
    [0.999, 3.090232306167813],
    [0.05, -1.644853626951473],
  ])("has its quantile of %d", (share, z) => {
    expect(normalQuantile(share)).toBeCloseTo(z, 11);
  });

  it("has no quantile outside of 0 to 1", () => {
    for (const share of [0, 1, -1, 2, NaN]) expect(normalQuantile(share)).toBeNaN();
  });

  it("is 0 and 1 at the infinities, NaN of NaN", () => {
    expect([-Infinity, Infinity, NaN].map(normalDistribution)).toEqual([0, 1, NaN]);
  });
});
