import type { BacktestFill, BacktestRefusal, BacktestResult } from "../../../src/backtest/result/result.js";
import type { ClosedTrade } from "../../../src/metrics/metric.js";

export const FROM = Date.UTC(2024, 0, 1);
export const DAY = 86_400_000;

/** A fill of 1,000 USD for 1 USD of slippage. */
export function aFill(changes: Partial<BacktestFill> = {}): BacktestFill {
  return {
    at: FROM + DAY,
    strategy: "sma",
    decision: 1,
    intent: "abcd-000001",
    from: "USDC.eth",
    to: "WETH.eth",
    fromAmount: "1000",
    toAmount: "0.5",
    usd: 1_000,
    slippageUsd: 1,
    pricedBy: "model",
    reason: "because",
    ...changes,
  };
}

export function aRefusal(changes: Partial<BacktestRefusal> = {}): BacktestRefusal {
  return {
    at: FROM + DAY,
    strategy: "sma",
    decision: 1,
    status: "refused",
    code: "MAX_TRADE",
    reason: "too large",
    from: "USDC.eth",
    to: "WETH.eth",
    ...changes,
  };
}

/** A closed trade that cost 100 USD and won this much. */
export function won(profit: number, token = "WETH.eth"): ClosedTrade {
  return { token, openedAt: FROM, closedAt: FROM + DAY, costUsd: 100, proceedsUsd: 100 + profit };
}

/** A sound run of thirty days, of which no rule has anything to say. */
export function aResult(changes: Partial<BacktestResult> = {}): BacktestResult {
  const time = Float64Array.from({ length: 31 }, (_, i) => FROM + i * DAY);
  return {
    strategies: [{ name: "sma", version: "1", params: { fast: 10 }, allocation: 1, disabled: null }],
    tape: { label: "a tape", fingerprint: "0123456789abcdef", interval: DAY, tokens: ["WETH.eth", "SOL.svm"] },
    seed: "a",
    settings: {},
    from: FROM,
    to: FROM + 30 * DAY,
    complete: true,
    ticks: { decided: 30, warmingUp: 0, failed: 0 },
    decisions: { swap: 0, target: 20, cancel: 0, hold: 10 },
    fills: Array.from({ length: 20 }, (_, i) => aFill({ at: FROM + i * DAY })),
    refusals: [],
    initialBalances: { "USDC.eth": "10000" },
    closed: Array.from({ length: 40 }, (_, i) => won(5 + (i % 3), i % 2 === 0 ? "WETH.eth" : "SOL.svm")),
    initialValue: 10_000,
    finalValue: 10_240,
    time,
    equity: Float64Array.from(time, (_, i) => 10_000 + 8 * i),
    rivals: [],
    metrics: { timeInMarket: { value: 0.6 }, turnover: { value: 2 } },
    breaches: [],
    staleFills: null,
    remarks: [],
    ...changes,
  };
}
