import { expect, test } from "vitest";
import { Decimal } from "../../src/core/number/decimal.js";
import { slippageCost } from "../../src/execution/outcomes.js";
import type { Quote, Trade } from "../../src/model/trade.js";

const TRADE = { from: "USDC.eth", to: "WETH.eth", fromAmount: new Decimal(2_010), toAmount: new Decimal(1) } as Trade;
const quote = (fromPrice: number | null, toPrice: number | null): Quote => ({
  ...{ ...TRADE, exchangeRate: 1, slippage: 0 },
  ...{ fromPrice, toPrice },
});
const own = (token: string): number | null => (token === "USDC.eth" ? 1.001 : 2_000);

test("slippage is what was sold less what was bought, at the quote's prices, or our own without these", () => {
  expect(slippageCost(TRADE, quote(1, 1_990), own)).toBeCloseTo(20, 9);
  expect(slippageCost(TRADE, quote(null, 1_990), own)).toBeCloseTo(22.01, 9);
  expect(slippageCost(TRADE, quote(1, null), own)).toBeCloseTo(10, 9);
  expect(slippageCost(TRADE, undefined, own)).toBeCloseTo(12.01, 9);
});

test("slippage is unknown without a price", () => {
  expect(slippageCost(TRADE, undefined, (token) => (token === "USDC.eth" ? 1 : null))).toBeNull();
  expect(slippageCost(TRADE, quote(null, 1_990), () => null)).toBeNull();
});
