import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutToDouble, Decimal } from "../../../src/core/number/decimal.js";
import { equalParts } from "../../../src/execution/planning/split.js";

const amount = fc.double({ min: 1e-6, max: 1e9, noNaN: true }).map((value) => cutToDouble(new Decimal(value)));

describe("equal parts", () => {
  it("add up to the amount exactly, each a double and within the limit, as few as possible", () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 1, max: 40 }), (whole, count) => {
        const largest = cutToDouble(whole.dividedBy(count)).times(1.0001);
        const parts = equalParts(whole, largest);
        fc.pre(parts.length > 0);
        expect(Decimal.sum(...parts).equals(whole)).toBe(true);
        for (const part of parts) {
          expect(part.lessThanOrEqualTo(largest)).toBe(true);
          expect(cutToDouble(part).equals(part)).toBe(true);
          expect(part.greaterThan(0)).toBe(true);
        }
        expect(parts.length).toBeLessThanOrEqual(whole.dividedBy(largest).ceil().toNumber() + 1);
        expect(new Set(parts.map(String)).size).toBeLessThanOrEqual(2);
      }),
    );
  });

  it("are none if the limit is below the smallest step", () => {
    expect(equalParts(new Decimal(5), new Decimal("1e-15"))).toEqual([]);
    expect(equalParts(new Decimal(5), new Decimal(0))).toEqual([]);
    expect(equalParts(new Decimal("1.23456789012345"), new Decimal("1e-13"))).toEqual([]);
  });

  it("of a round amount are round if that needs no more parts, otherwise smaller than its last place", () => {
    const parts = (whole: string, largest: string): string[] =>
      equalParts(new Decimal(whole), new Decimal(largest)).map(String);
    expect(parts("5000", "2450")).toEqual(["1667", "1667", "1666"]);
    expect(parts("1", "0.74")).toEqual(["0.5", "0.5"]);
    expect(parts("5", "1.9")).toEqual(["1.66666666666667", "1.66666666666667", "1.66666666666666"]);
    expect(parts("0.075", "0.0095")).toHaveLength(8);
  });

  it("are one if nothing must be divided", () => {
    expect(equalParts(new Decimal(5), new Decimal(5)).map(String)).toEqual(["5"]);
  });
});
