import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Decimal } from "../../src/core/number/decimal.js";
import { applyChange, EMPTY_HOLDING } from "../../src/model/holding.js";

const d = (text: string): Decimal => new Decimal(text);

describe("applyChange", () => {
  it("averages the cost of a gain", () => {
    const one = applyChange(EMPTY_HOLDING, d("2"), 200);
    expect(one.averageCost).toBe(100);
    expect(applyChange(one, d("2"), 400).averageCost).toBe(150);
  });

  it("keeps the average when a part is sold", () => {
    const held = applyChange(EMPTY_HOLDING, d("2"), 200);
    expect(applyChange(held, d("-0.5"), -80)).toEqual({ amount: d("1.5"), averageCost: 100 });
  });

  it("forgets the average once nothing is left, and starts anew", () => {
    const sold = applyChange(applyChange(EMPTY_HOLDING, d("2"), 200), d("-2"), -300);
    expect(sold).toEqual({ amount: d("0"), averageCost: null });
    expect(applyChange(sold, d("1"), 7).averageCost).toBe(7);
  });

  it("has no average once a part came at an unknown cost, until everything is sold", () => {
    const mixed = applyChange(applyChange(EMPTY_HOLDING, d("2"), 200), d("1"), null);
    expect(mixed.averageCost).toBeNull();
    expect(applyChange(mixed, d("1"), 100).averageCost).toBeNull();
  });

  it("adds amounts exactly, in whatever order they come", () => {
    const change = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((n) => d(String(n)).div(1_000_000));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const sum = (all: readonly Decimal[]): string =>
          all.reduce((holding, one) => applyChange(holding, one, null), EMPTY_HOLDING).amount.toFixed();
        expect(sum(changes)).toBe(sum([...changes].reverse()));
      }),
    );
  });
});
