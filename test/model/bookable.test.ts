import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Decimal, equalsDouble, plain } from "../../src/core/number/decimal.js";
import { bookable } from "../../src/model/bookable.js";

describe("bookable", () => {
  const digits = fc.stringMatching(/^[1-9]\d{0,39}$/);

  it("gives what a double can say, never more than asked, less by at most one part in 10^14", () => {
    fc.assert(
      fc.property(digits, fc.integer({ min: -50, max: 0 }), (text, exponent) => {
        const value = new Decimal(`${text}e${exponent}`);
        const booked = bookable(value);
        expect(Number(plain(booked))).toBe(booked.toNumber());
        expect(new Decimal(booked.toNumber()).eq(booked)).toBe(true);
        expect(equalsDouble(booked, Number(plain(booked)))).toBe(true);
        expect(booked.lte(value)).toBe(true);
        expect(booked.decimalPlaces()).toBeLessThanOrEqual(30);
        if (value.gte("1e-15")) expect(value.minus(booked).div(value).lte("1e-14")).toBe(true);
      }),
    );
  });

  it("leaves alone what has 15 digits or fewer", () => {
    expect(plain(bookable(new Decimal("1234567.12345678")))).toBe("1234567.12345678");
    expect(plain(bookable(new Decimal("0.1234567890123456789")))).toBe("0.123456789012345");
  });
});
