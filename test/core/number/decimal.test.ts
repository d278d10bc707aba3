import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cutToDouble,
  Decimal,
  equalsDouble,
  fromDouble,
  isAboveZero,
  isLess,
  parseDecimal,
  plain,
  ZERO,
} from "../../../src/core/number/decimal.js";

const digits = fc.stringMatching(/^[0-9]{1,30}(\.[0-9]{1,30})?$/);

describe("decimals", () => {
  it("are written without exponent, however small or large", () => {
    expect(plain(new Decimal("0.0000001"))).toBe("0.0000001");
    expect(plain(new Decimal("1e30"))).toBe("1000000000000000000000000000000");
  });

  it("are written as decimal.js writes them", () => {
    const some = fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.integer({ min: -40, max: 25 }), fc.boolean())
      .map(([size, exponent, negative]) => new Decimal(`${negative ? "-" : ""}${size}e${exponent}`));
    fc.assert(
      fc.property(some, (value) => {
        expect(plain(value)).toBe(value.toFixed());
      }),
      { numRuns: 2_000 },
    );
    for (const text of ["NaN", "Infinity", "-0", "0", "1e21", "1e-6", "9.99999999999999e-7", "999999999999999"])
      expect(plain(new Decimal(text))).toBe(new Decimal(text).toFixed());
  });

  it("are compared as decimal.js compares them, also where they round to the same double", () => {
    const some = fc
      .tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -2, max: 2 }), fc.integer({ min: 0, max: 25 }))
      .map(([whole, last, places]) => new Decimal(whole).plus(new Decimal(last).times(`1e-${places}`)));
    fc.assert(
      fc.property(some, some, (a, b) => {
        expect(isLess(a, b)).toBe(a.lessThan(b));
        expect(isLess(a, a)).toBe(false);
        expect(isAboveZero(a)).toBe(a.greaterThan(0));
      }),
      { numRuns: 2_000 },
    );
    expect([isLess(new Decimal(NaN), ZERO), isLess(ZERO, new Decimal(NaN)), isAboveZero(new Decimal(NaN))]).toEqual([
      ...[false, false, false],
    ]);
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
});
