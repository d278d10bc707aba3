import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tapePrices } from "../../../src/backtest/world/tape-prices.js";
import { MINUTE, START, tapeOf } from "../tapes.js";

describe("the prices of a tape", () => {
  const tape = tapeOf({ "WETH.eth": [1, 2, 3, 4, 5, 6, 7, 8] });
  const end = START + 8 * MINUTE;

  it("equal the series, however the clock jumps", () => {
    const series = tape.prices("WETH.eth")!;
    const time = fc.oneof(
      fc.integer({ min: START - MINUTE, max: end + MINUTE }),
      fc.integer({ min: -2, max: 18 }).map((halves) => START + (halves * MINUTE) / 2),
    );
    fc.assert(
      fc.property(fc.array(time), (times) => {
        const prices = tapePrices(tape, new Set(["USDC.eth"]));
        for (const at of times) {
          expect(prices.priceAt("WETH.eth", at)).toEqual(at === end ? 8 : series.at(at));
          expect([prices.priceAt("SOL.svm", at), prices.priceAt("USDC.eth", at)]).toEqual([null, 1]);
        }
      }),
    );
  });

  it("hold at the very end, so that a run that ends there has a value, and not after it", () => {
    const prices = tapePrices(tape, new Set());
    expect([end, end + 1].map((at) => prices.priceAt("WETH.eth", at))).toEqual([8, null]);
  });

  it("are a dollar for pegged cash, and none for tokens that are not on the tape", () => {
    const prices = tapePrices(tape, new Set(["USDC.eth"]));
    expect([prices.priceAt("USDC.eth", 0), prices.priceAt("SOL.svm", START)]).toEqual([1, null]);
  });
});
