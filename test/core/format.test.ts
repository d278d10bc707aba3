import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  change,
  counted,
  digits,
  duration,
  fileSize,
  plainDecimal,
  plainDigits,
  plainPercent,
  plainUsd,
  timestamp,
  usd,
} from "../../src/core/format.js";

describe("numbers of a terminal", () => {
  it.each([
    [0, "0.00"],
    [1234567.891, "1,234,567.89"],
    [-1234.5, "-1,234.50"],
    [0.99, "0.99"],
    [0.996, "1.00"],
    [0.000001, "0.000001"],
    [1.23456789e-9, "0.00000000123457"],
    [-0.0004, "-0.0004"],
    [null, "n/a"],
  ])("%d USD is shown as %s", (value, text) => {
    expect(plainUsd(value)).toBe(text);
  });

  it.each([
    [64_123.456789, "64,123.46"],
    [3200.5, "3,200.50"],
    [1, "1.000000"],
    [0.9998, "0.999800"],
    [0.0000123456789, "0.0000123457"],
    [null, "n/a"],
  ])("a price of %d is shown as %s", (value, text) => {
    expect(plainDigits(value)).toBe(text);
  });

  it("an amount keeps every digit", () => {
    expect(plainDecimal("1234567.000000000000001")).toBe("1,234,567.000000000000001");
    expect(plainDecimal("0.000001")).toBe("0.000001");
  });

  it("what has more digits than amounts are reckoned with is cut plainly", () => {
    const zeros = "0".repeat(300);
    expect(plainDecimal(`1${zeros}`)).toBe("100000000… (301 digits)");
    expect(plainDecimal(`-1${zeros}`)).toBe("-10000000… (301 digits)");
    expect(plainDecimal(`0.${zeros}1`)).toBe(`0.${"0".repeat(60)}…`);
    expect(plainDecimal(`0.${"1".repeat(60)}`)).toBe(`0.${"1".repeat(60)}`);
    expect([plainUsd(1e300), plainDigits(1e300), plainPercent(1e300)]).toEqual([
      "100000000… (301 digits)",
      "100000000… (301 digits)",
      "100000000… (303 digits)%",
    ]);
    expect(plainUsd(1e-300)).toBe(`0.${"0".repeat(60)}…`);
  });

  it("a fraction is shown as percent", () => {
    expect([0.25, 0.00001, -0.00001, -12.345, null].map(plainPercent)).toEqual([
      ...["25.00%", "0.00%", "0.00%", "-1,234.50%", "n/a"],
    ]);
  });

  it("never have an exponent, and read back as about the same", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e15, max: 1e15 }), (value) => {
        for (const text of [plainUsd(value), plainDigits(value)]) {
          expect(text).not.toMatch(/e/i);
          expect(Math.abs(Number(text.replace(/[,…]/g, "")) - value)).toBeLessThanOrEqual(
            Math.max(0.0051, Math.abs(value) * 1e-5),
          );
        }
      }),
    );
  });
});

describe("numbers of pages and sentences", () => {
  it("have thousands apart, a true minus sign, and none before a zero", () => {
    expect([usd(-1_234_567.891), usd(-0.001), change(0), change(0.0123)]).toEqual([
      "−$1,234,567.89",
      "$0.00",
      "0.00%",
      "+1.23%",
    ]);
    expect([digits(0.000012345678), digits(65_432.1), digits(12)]).toEqual(["0.0000123457", "65,432.1", "12"]);
    expect([duration(0), duration(90_061_000), duration(-1_500)]).toEqual(["0 s", "1 d 1 h", "−1 s 500 ms"]);
    expect([counted(1, "trade"), counted(2_000, "trade")]).toEqual(["1 trade", "2,000 trades"]);
  });
});

describe("a size", () => {
  it("has the largest unit that it fills", () => {
    expect([0, 512_000, 1_500_000, 2_147_483_647].map(fileSize)).toEqual(["0 kB", "512 kB", "1.5 MB", "2.1 GB"]);
  });
});

describe("a moment", () => {
  it("is shown as UTC to the second", () => {
    expect([timestamp(Date.UTC(2025, 0, 2, 3, 4, 5, 678)), timestamp(null)]).toEqual(["2025-01-02 03:04:05", "n/a"]);
  });
});
