import { describe, expect, it } from "vitest";
import { power } from "../../../src/core/number/power.js";

describe("power", () => {
  it.each([
    // ** has other last digits in Node 20 …
    [0.601, 1.93, 0.374_306_812_055_927_14],
    [1.085, 0.38, 1.031_485_911_382_296_5],
    // … and in Node 24, …
    [1.138, 4.14, 1.707_768_367_266_491_6],
    [0.725, 0.27, 0.916_835_164_086_590_4],
    // … and in both, each its own.
    [1.0029, 365, 2.877_633_157_308_305_4],
  ])("of %d and %d has the same digits in every version of Node", (base, exponent, digits) => {
    expect(power(base, exponent)).toBe(digits);
  });

  it.each([
    [2, 10],
    [1.000_01, 8_760],
    [0.5, -3],
    [-2, 3],
    [-2, 4],
    [-0.5, -1],
    [9, 0.5],
    [1e-300, 2],
    [1e300, 2],
  ])("of %d and %d is what ** gives, to 1e-12", (base, exponent) => {
    const expected = base ** exponent;
    expect(power(base, exponent) / expected || 1).toBeCloseTo(1, 12);
    expect(Math.sign(power(base, exponent))).toBe(Math.sign(expected));
  });

  it.each([
    [0, 2],
    [0, -2],
    [0, 0],
    [5, 0],
    [NaN, 0],
    [NaN, 1],
    [1, NaN],
    [-8, 1 / 3],
    [Infinity, 2],
    [Infinity, -2],
    [-Infinity, 3],
    [2, Infinity],
    [0.5, Infinity],
    [1, Infinity],
  ])("of %d and %d is exactly what ** gives", (base, exponent) => {
    expect(power(base, exponent)).toBe(base ** exponent);
  });
});
