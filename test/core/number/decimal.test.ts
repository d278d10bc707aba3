import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cutToDouble,
  Decimal,
  divideDoubles,
  equalsDouble,
  fromDouble,
  parseDecimal,
  plain,
  timesDouble,
} from "../../../src/core/number/decimal.js";

const digits = fc.stringMatching(/^[0-9]{1,30}(\.[0-9]{1,30})?$/);

describe("decimals", () => {
  it("are written without exponent, however small or large", () => {
    expect(plain(new Decimal("0.0000001"))).toBe("0.0000001");
    expect(plain(new Decimal("1e30"))).toBe("1000000000000000000000000000000");
  });

  it("read back from their text as they were", () => {
    fc.assert(
      fc.property(digits, (text) => {
        const value = parseDecimal(text);
        expect(value).not.toBeNull();
        expect(parseDecimal(plain(value as Decimal))).toEqual(value);
      }),
    );
  });

  it.each(["", " 1", "1 ", "1e3", "0x10", "NaN", "Infinity", "1.", ".5", "+1", "1,5", "--1", "1.2.3"])(
    "are not parsed from %j",
    (text) => expect(parseDecimal(text)).toBeNull(),
  );

  it("survive a double unchanged once they are cut, and are never rounded up", () => {
    fc.assert(
      fc.property(digits, (text) => {
        const value = new Decimal(text);
        const cut = cutToDouble(value);
        expect(cut.lessThanOrEqualTo(value)).toBe(true);
        expect(fromDouble(cut.toNumber()).equals(cut)).toBe(true);
        expect(cut.precision()).toBeLessThanOrEqual(15);
      }),
    );
  });

  it("are compared with a sent amount as the double that was sent", () => {
    const exact = new Decimal("4999.876543210987655");
    expect(equalsDouble(exact, Number("4999.876543210987655"))).toBe(true);
    expect(equalsDouble(exact, 4999.8765432109)).toBe(false);
  });

  it("print as the shortest text that reads back as the double", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(fromDouble(value).toNumber()).toBe(Object.is(value, -0) ? 0 : value);
      }),
    );
    expect(() => fromDouble(Number.NaN)).toThrow(RangeError);
    expect(() => fromDouble(Infinity)).toThrow(RangeError);
  });

  it("are divided and multiplied exactly, and cut to 15 digits", () => {
    const whole = fc.integer({ min: 1, max: 2 ** 50 });
    /** Whether a value is the exact one cut: at most that, and one more in its 15th digit would be more. */
    const isCut = (cut: Decimal, exact: Decimal): boolean =>
      cut.precision() <= 15 &&
      cut.lessThanOrEqualTo(exact) &&
      cut.plus(new Decimal(10).pow(cut.e - 14)).greaterThan(exact);
    fc.assert(
      fc.property(whole, whole, (a, b) => {
        // The quotient is not exact by itself: whatever its 60th digit is, it does not reach the 15th.
        expect(isCut(divideDoubles(a, b), new Decimal(a).dividedBy(b))).toBe(true);
        expect(isCut(timesDouble(new Decimal(a), b), new Decimal(String(BigInt(a) * BigInt(b))))).toBe(true);
      }),
    );
    expect(plain(divideDoubles(2, 3))).toBe("0.666666666666666");
    expect(plain(timesDouble(new Decimal("0.1"), 0.7))).toBe("0.07");
    expect(divideDoubles(1, 0).isFinite()).toBe(false);
  });
});
