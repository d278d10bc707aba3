import type { Rules } from "../../src/model/rules.js";

/** The usual rules of a competition, as config has them before the service has said any. */
export const usualRules = (readAt: number): Rules => ({
  maxTradeShare: 0.25,
  minTradeAmount: "0.000001",
  crossChain: false,
  minTradesPerDay: null,
  slippage: "computed",
  rateLimits: [],
  snapshotIntervalMs: null,
  chains: null,
  texts: null,
  unread: [],
  source: "config",
  readAt,
});
