import { describe, expect, it } from "vitest";
import type { Market } from "../../src/tape/market.js";
import { peggedMarket } from "../../src/tape/pegged-market.js";

const weth: Market = {
  label: "bars",
  tokens: ["WETH.eth", "USDT.eth"],
  from: 1_000,
  until: 2_000,
  priceAt: (token) => (token === "WETH.eth" ? 3_000 : token === "USDT.eth" ? 0.99 : null),
  history: { points: (token) => (token === "WETH.eth" ? [{ at: 1_000, usd: 3_000 }] : []) },
};

describe("peggedMarket", () => {
  const market = peggedMarket(weth, ["USDC.eth", "USDT.eth"]);

  it("prices cash that the market lacks at one dollar, and reports it", () => {
    expect(market.priceAt("USDC.eth", 1_500)).toBe(1);
    expect(market.tokens).toEqual(["WETH.eth", "USDT.eth", "USDC.eth"]);
    expect(market.label).toBe("bars; cash at $1");
  });

  it("leaves the market's own prices unchanged", () => {
    expect(market.priceAt("USDT.eth", 1_500)).toBe(0.99);
    expect(market.priceAt("WETH.eth", 1_500)).toBe(3_000);
    expect(market.priceAt("SOL.svm", 1_500)).toBeNull();
    expect(market.history.points("WETH.eth", 0, 9_999)).toEqual([{ at: 1_000, usd: 3_000 }]);
  });

  it("has no price of cash while the market has none", () => {
    expect(market.priceAt("USDC.eth", 999)).toBeNull();
    expect(market.priceAt("USDC.eth", 2_000)).toBeNull();
  });

  it("gives one point of cash in the requested span", () => {
    expect(market.history.points("USDC.eth", 500, 1_500)).toEqual([{ at: 1_000, usd: 1 }]);
    expect(market.history.points("USDC.eth", 2_000, 3_000)).toEqual([]);
  });

  it("is the market itself if that has every cash token", () => {
    expect(peggedMarket(weth, ["USDT.eth"])).toBe(weth);
  });
});
