import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Decimal, equalsDouble, plain } from "../../src/core/decimal.js";
import { bookable, parseAmount } from "../../src/venue/amount.js";

describe("parseAmount", () => {
  it.each([
    ["100", "100"],
    ["0.000001", "0.000001"],
    [".5", "0.5"],
    ["5.", "5"],
    ["+7", "7"],
    [" 12.50 ", "12.5"],
    ["1e3", "1000"],
    ["1.5E-7", "0.00000015"],
    ["12345678901234567890.123456789", "12345678901234567890.123456789"],
  ])("reads %j as exactly %s", (text, exact) => {
    const amount = parseAmount(text);
    expect(amount === null ? null : plain(amount)).toBe(exact);
  });

  it.each([
    "0",
    "0.000",
    "-1",
    "-0",
    "",
    " ",
    ".",
    "abc",
    "12abc",
    "1,000",
    "1_000",
    "0x10",
    "0b1",
    "1e",
    "1e1e1",
    "NaN",
    "Infinity",
    "1e400",
    "1e-400",
    "1e9999",
    "1 2",
    "１２",
    "9".repeat(81),
    "0.".padEnd(200, "1"),
  ])("takes %j for no amount", (text) => {
    expect(parseAmount(text)).toBeNull();
  });

  it("reads the text of every double above 0 that it can book", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-20, max: 1e24, noNaN: true }), (value) => {
        expect(parseAmount(String(value))?.toNumber()).toBe(value);
      }),
    );
  });
});

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
