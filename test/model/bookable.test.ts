import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Decimal, equalsDouble, plain } from "../../src/core/number/decimal.js";
import { bookable, isSameAmount, isSameBalance } from "../../src/model/bookable.js";

const digits = fc.stringMatching(/^[1-9]\d{0,39}$/);
const anyAmount = fc
  .tuple(digits, fc.integer({ min: -50, max: 0 }))
  .map(([text, exponent]) => new Decimal(`${text}e${exponent}`));

describe("bookable", () => {
  it("gives what a double and 15 decimal places can hold, never more than asked, and no digit less than possible", () => {
    fc.assert(
      fc.property(anyAmount, (value) => {
        const booked = bookable(value);
        expect(Number(plain(booked))).toBe(booked.toNumber());
        expect(new Decimal(booked.toNumber()).eq(booked)).toBe(true);
        expect(equalsDouble(booked, Number(plain(booked)))).toBe(true);
        expect(booked.lte(value)).toBe(true);
        expect(booked.decimalPlaces()).toBeLessThanOrEqual(15);
        const lost = value.minus(booked);
        expect(lost.lt("1e-15") || lost.div(value).lte("1e-14")).toBe(true);
      }),
    );
  });

  it.each([
    ["1234567.12345678", "1234567.12345678"],
    ["0.1234567890123456789", "0.123456789012345"],
    ["0.0012345678901234", "0.001234567890123"],
    ["12345.6789012345678", "12345.6789012345"],
    ["0.000000000000001", "0.000000000000001"],
    ["0.00000000000000099", "0"],
  ])("makes %s to %s", (value, booked) => {
    expect(plain(bookable(new Decimal(value)))).toBe(booked);
  });
});

describe("the amounts of one trade", () => {
  it("are equal if one of them was cut, or rounded to 15 decimal places", () => {
    fc.assert(
      fc.property(anyAmount, fc.constantFrom(Decimal.ROUND_DOWN, Decimal.ROUND_HALF_UP), (value, rounding) => {
        expect(isSameAmount(value, bookable(value))).toBe(true);
        expect(isSameAmount(value, value.toDecimalPlaces(15, rounding))).toBe(true);
      }),
    );
  });

  it("differ if they are a unit of the last booked place apart", () => {
    fc.assert(
      fc.property(anyAmount.map(bookable), (value) => {
        fc.pre(!value.isZero());
        const unit = new Decimal(10).pow(Math.max(-15, value.e - 14));
        expect(isSameAmount(value, value.plus(unit))).toBe(false);
        expect(isSameAmount(value.plus(unit), value)).toBe(false);
      }),
    );
  });
});

describe("a balance", () => {
  const held = new Decimal("0.000012345678901");

  it("matches the known one within a unit of the 15th place for each booking", () => {
    const bookings = { sum: new Decimal("0.0001"), count: 3 };
    expect(isSameBalance(held, 0.000012345678905, bookings)).toBe(true);
    expect(isSameBalance(held, 0.000012345678906, bookings)).toBe(false);
    expect(isSameBalance(held, 0.000012345678902)).toBe(true);
    expect(isSameBalance(held, 0.000012345678903)).toBe(false);
  });

  it("that was large matches the known one within the rounding of doubles at that size", () => {
    expect(isSameBalance(new Decimal(0), 5e-10, { sum: new Decimal(1000), count: 2 })).toBe(true);
    expect(isSameBalance(new Decimal(0), 5e-9, { sum: new Decimal(1000), count: 2 })).toBe(false);
  });
});
