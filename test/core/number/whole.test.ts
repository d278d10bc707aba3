import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Decimal, fromDouble } from "../../../src/core/number/decimal.js";
import { cutLessShare, nearestRatio, wholeOfDouble } from "../../../src/core/number/whole.js";

const whole = fc.integer({ min: 1, max: 2 ** 50 });
const power = fc.integer({ min: 0, max: 22 }).map((exponent) => 10 ** exponent);
const double = fc.double({ min: 1e-9, max: 1e15, noNaN: true });

describe("whole numbers of doubles", () => {
  it("equal the decimals, or are none", () => {
    fc.assert(
      fc.property(double, fc.integer({ min: 1, max: 17 }), (value, digits) => {
        const rounded = Number(value.toPrecision(digits));
        const made = wholeOfDouble(rounded);
        if (made !== null)
          expect(new Decimal(made.digits).times(new Decimal(10).pow(-made.places))).toEqual(fromDouble(rounded));
        if (digits <= 12 && rounded > 1e-6) expect(made).not.toBeNull();
      }),
      { numRuns: 1_000 },
    );
    expect(wholeOfDouble(1e-300)).toBeNull();
  });

  it("multiply and divide to the nearest double, or to none", () => {
    fc.assert(
      fc.property(whole, fc.oneof(whole, power), fc.oneof(whole, power), fc.oneof(whole, power), (a, b, c, d) => {
        const told = nearestRatio(a, b, c, d);
        if (!Number.isNaN(told)) expect(told).toBe(new Decimal(a).times(b).div(new Decimal(c).times(d)).toNumber());
      }),
      { numRuns: 2_000 },
    );
    // In the middle of two doubles.
    expect(nearestRatio(2 ** 27 + 1, 2 ** 27 - 1, 1, 1)).toBeNaN();
  });

  it("are cut like decimals, or not at all", () => {
    const share = fc.oneof(fc.constantFrom(0, 0.5, 1e-20), fc.double({ min: 0, max: 0.999, noNaN: true }));
    fc.assert(
      fc.property(whole, whole, whole, share, fc.integer({ min: -20, max: 20 }), (a, b, c, lost, shift) => {
        const kept = new Decimal(1).minus(fromDouble(lost));
        const exact = new Decimal(a).times(b).times(kept).times(new Decimal(10).pow(shift)).div(c);
        const cut = cutLessShare(a, b, c, lost, shift);
        if (cut < 1e15) expect(cut).toBe(exact.floor().toNumber());
      }),
      { numRuns: 2_000 },
    );
    expect(cutLessShare(6, 5, 3, 0.5, 0)).toBeNaN();
    expect(cutLessShare(1, 1, 1, 0, 23)).toBeNaN();
  });
});
