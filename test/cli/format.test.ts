import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { amount, percent, price, usd } from "../../src/cli/format/numbers.js";
import { facts, right, table } from "../../src/cli/format/table.js";
import { moment } from "../../src/cli/format/times.js";

describe("numbers", () => {
  it.each([
    [0, "0.00"],
    [1234567.891, "1,234,567.89"],
    [-1234.5, "-1,234.50"],
    [0.99, "0.99"],
    [0.996, "1.00"],
    [0.000001, "0.000001"],
    [1.23456789e-9, "0.00000000123457"],
    [-0.0004, "-0.0004"],
    [null, "n/a"],
  ])("%d USD is shown as %s", (value, text) => {
    expect(usd(value)).toBe(text);
  });

  it.each([
    [64_123.456789, "64,123.46"],
    [3200.5, "3,200.50"],
    [1, "1.000000"],
    [0.9998, "0.999800"],
    [0.0000123456789, "0.0000123457"],
    [null, "n/a"],
  ])("a price of %d is shown as %s", (value, text) => {
    expect(price(value)).toBe(text);
  });

  it("an amount keeps every digit", () => {
    expect(amount("1234567.000000000000001")).toBe("1,234,567.000000000000001");
    expect(amount("0.000001")).toBe("0.000001");
  });

  it("digits beyond those of an amount are cut", () => {
    const zeros = "0".repeat(300);
    expect(amount(`1${zeros}`)).toBe("100000000… (301 digits)");
    expect(amount(`-1${zeros}`)).toBe("-10000000… (301 digits)");
    expect(amount(`0.${zeros}1`)).toBe(`0.${"0".repeat(60)}…`);
    expect(amount(`0.${"1".repeat(60)}`)).toBe(`0.${"1".repeat(60)}`);
    expect([usd(1e300), price(1e300), percent(1e300)]).toEqual([
      "100000000… (301 digits)",
      "100000000… (301 digits)",
      "100000000… (303 digits)%",
    ]);
    expect(usd(1e-300)).toBe(`0.${"0".repeat(60)}…`);
  });

  it("a fraction is shown as percent", () => {
    expect([percent(0.25), percent(0.00001), percent(null)]).toEqual(["25.00%", "0.00%", "n/a"]);
  });

  it("never have an exponent, and read back as about the same", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e15, max: 1e15 }), (value) => {
        for (const text of [usd(value), price(value)]) {
          expect(text).not.toMatch(/e/i);
          expect(Math.abs(Number(text.replace(/[,…]/g, "")) - value)).toBeLessThanOrEqual(
            Math.max(0.0051, Math.abs(value) * 1e-5),
          );
        }
      }),
    );
  });
});

describe("a table", () => {
  it("aligns numbers to the right, without lines or trailing spaces", () => {
    const text = table(
      ["token", right("amount")],
      [
        ["WETH.eth", "1"],
        ["USDC.eth", "1,000"],
      ],
      "nothing",
    );
    expect(text.split("\n")).toEqual(["token     amount", "WETH.eth       1", "USDC.eth   1,000"]);
  });

  it("reports that it has no rows", () => {
    expect(table(["token"], [], "No trade yet.")).toBe("No trade yet.");
  });

  it("lets no control character of the service reach the terminal", () => {
    const text = table(["team"], [["\u001b[2Jevil\r\nrow"]], "") + facts({ name: "\u001b]0;x\u0007y" });
    // eslint-disable-next-line no-control-regex -- these are what must not be there
    expect(text.replaceAll("\n", "")).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
  });
});

describe("a time", () => {
  it("is shown as UTC to the second", () => {
    expect([moment(Date.UTC(2025, 0, 2, 3, 4, 5, 678)), moment(null)]).toEqual(["2025-01-02 03:04:05", "n/a"]);
  });
});
