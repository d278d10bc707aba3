import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Decimal, fromDouble } from "../../../src/core/number/decimal.js";
import { wholeOf } from "../../../src/core/number/words.js";

describe("a decimal's words", () => {
  it("give its size as a whole number and its decimal places, if a double can count that far", () => {
    const long = fc.bigInt({ min: 1n, max: 10n ** 20n });
    fc.assert(
      fc.property(long, fc.integer({ min: -30, max: 30 }), fc.boolean(), (digits, places, negative) => {
        const size = new Decimal(String(digits)).times(new Decimal(10).pow(-places));
        const made = wholeOf(negative ? size.negated() : size);
        if (made !== null) expect(new Decimal(made.digits).times(new Decimal(10).pow(-made.places))).toEqual(size);
        else expect(size.precision()).toBeGreaterThan(15);
      }),
      { numRuns: 2_000 },
    );
    expect(wholeOf(fromDouble(0))).toMatchObject({ digits: 0 });
    expect(wholeOf(new Decimal("1234567890.1234567891"))).toBeNull();
  });
});
