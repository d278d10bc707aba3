import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plain } from "../../../src/core/number/decimal.js";
import { parseAmount } from "../../../src/venue/trade/swap-order.js";

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
  ])("refuses %j as an amount", (text) => {
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
