import { expect, test } from "vitest";
import { percentText, usdText, usdTexts } from "../../src/risk/amounts.js";

test("dollars have two decimals, below one dollar four digits, and zero is $0.00", () => {
  expect([0, 1, 1234.567, 0.5, 0.001_234_5, -2].map(usdText)).toEqual([
    ...["$0.00", "$1.00", "$1234.57", "$0.5000", "$0.001234", "$-2.00"],
  ]);
});

test("two values have as many decimals as it takes to tell them apart, and twelve if they are equal", () => {
  expect(usdTexts(1, 2)).toEqual(["$1.00", "$2.00"]);
  expect(usdTexts(1, 1.001)).toEqual(["$1.000", "$1.001"]);
  expect(usdTexts(1, 1 + 1e-12)).toEqual(["$1.000000000000", "$1.000000000001"]);
  expect(usdTexts(5, 5)).toEqual(["$5.000000000000", "$5.000000000000"]);
});

test("a share is given in percent with at most two decimals", () => {
  expect([0.25, 0.3333, 0.000_04].map(percentText)).toEqual(["25 %", "33.33 %", "0 %"]);
});
