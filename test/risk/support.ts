import { Decimal } from "../../src/core/number/decimal.js";
import type { TradeContext, TradeDraft } from "../../src/model/trade-risk.js";
import type { Quote } from "../../src/model/trade.js";
import { RULES } from "../execution/world.js";

const PRICES: Readonly<Record<string, number>> = { CASH: 1, CASH2: 1, TOKEN: 10, OTHER: 5 };

export const context = (more: Partial<TradeContext> = {}): TradeContext => ({
  now: 1_000_000,
  rules: RULES,
  slippage: "computed",
  equity: 10_000,
  cash: 5_000,
  tradesToday: 0,
  usd: (token) => PRICES[token] ?? null,
  usualUsd: (token) => PRICES[token] ?? null,
  decidedUsd: (token) => PRICES[token] ?? null,
  isCash: (token) => token.startsWith("CASH"),
  lastTradeOf: () => null,
  ...more,
});

export const draft = (
  from: string,
  to: string,
  amount: number | string,
  more: Partial<TradeDraft> = {},
): TradeDraft => ({
  strategy: "s",
  decision: 7,
  from,
  to,
  amount: new Decimal(amount),
  continues: false,
  ...more,
});

export const quote = (slippage: number): Quote => ({
  ...{ from: "CASH", to: "TOKEN", fromAmount: new Decimal(1), toAmount: new Decimal(1) },
  ...{ exchangeRate: 1, slippage, fromPrice: null, toPrice: null, at: 0 },
});
