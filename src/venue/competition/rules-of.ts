import type { Rules } from "../../model/rules.js";
import type { CompetitionSettings } from "../settings.js";

/** A competition's settings as the rules that its teams read; in process nothing limits the rate. */
export function rulesOf(settings: CompetitionSettings, readAt: number): Rules {
  const { maxTradeShare, minTradeAmount, allowCrossChain, minTradesPerDay, slippage, snapshotIntervalMs } = settings;
  return {
    maxTradeShare,
    minTradeAmount,
    crossChain: allowCrossChain,
    minTradesPerDay,
    slippage,
    rateLimits: [],
    snapshotIntervalMs,
    chains: null,
    texts: null,
    unread: [],
    source: "service",
    readAt,
  };
}
