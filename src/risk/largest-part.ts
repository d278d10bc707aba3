import { ROUNDING } from "../core/number/decimal.js";
import type { TradeContext, TradeDraft } from "../model/trade-risk.js";
import { draftUsd } from "./amounts.js";

/**
 * The most that a part of an exit may be worth, USD, by a limit of ours. Parts that are not worth a trade, or that the
 * competition does not take, would keep in it who wants to get out: a limit that asks for such ones divides nothing.
 */
export function largestPartUsd(limit: number, smallest: number, draft: TradeDraft, context: TradeContext): number {
  if (limit < smallest) return Infinity;
  const { minTradeAmount } = context.rules;
  // The planner may need one more where the value is a multiple of the limit: its amounts are cut.
  const parts = Math.ceil((draftUsd(draft, context) ?? 0) / (limit * (1 - ROUNDING)));
  const tooSmall = minTradeAmount !== null && draft.amount.toNumber() < parts * Number(minTradeAmount);
  return parts > 1 && tooSmall ? Infinity : limit;
}
