import { expect, test } from "vitest";
import { valuesOf } from "../../../src/backtest/result/holdings.js";

test("holdings are worth their prices of each moment, a swap from its own instant on, and nothing without a price", () => {
  const prices = {
    priceAt: (token: string, at: number): number | null => (token === "GONE" && at > 1 ? null : 10 + at),
  };
  const start = new Map([
    ["A", 2],
    ["GONE", 100],
  ]);
  const swap = { at: 2, from: "A", to: "B", fromAmount: 2, toAmount: 3 };
  expect([...valuesOf(start, [swap], prices, Float64Array.of(0, 1, 2, 3))]).toEqual([1_020, 1_122, 36, 39]);
});
