import { toDouble } from "../core/decimal.js";
import { isExit, type Control, type TradeContext, type TradeDraft } from "../model/trade-risk.js";
import { APPROVED, cutTo, draftUsd, percentText, ROUNDING, usdText, usdTexts } from "./amounts.js";

/**
 * The most that a part of an exit may be worth, USD, by a limit of ours. Parts that are not worth a trade, or that the
 * competition does not take, would keep in it who wants to get out: a limit that asks for such ones divides nothing.
 */
export function partOf(limit: number, smallest: number, draft: TradeDraft, context: TradeContext): number {
  if (limit < smallest) return Infinity;
  const { minTradeAmount } = context.rules;
  // The planner may need one more where the value is a multiple of the limit: its amounts are cut.
  const parts = Math.ceil((draftUsd(draft, context) ?? 0) / (limit * (1 - ROUNDING)));
  const tooSmall = minTradeAmount !== null && toDouble(draft.amount) < parts * Number(minTradeAmount);
  return parts > 1 && tooSmall ? Infinity : limit;
}

/**
 * The largest trade, USD. It limits what is risked at once: an entry that is larger is cut. An exit to
 * cash is never made smaller, it is divided into parts of at most this.
 */
export function maxTradeUsd(limit: number, smallest: number): Control {
  return {
    name: "max-trade-usd",
    assess(draft, context) {
      const usd = draftUsd(draft, context);
      if (usd === null || usd <= limit || isExit(draft, context)) return APPROVED;
      const [wanted, most] = usdTexts(usd, limit);
      return cutTo(draft, limit, context, "MAX_TRADE", `${wanted} is above the largest trade of ${most}`);
    },
    largestPart: (draft, context) => partOf(limit, smallest, draft, context),
  };
}

/** The largest trade as a share of equity (0 to 1): entries are cut to it, exits to cash divided by it. */
export function maxTradeShare(share: number, smallest: number): Control {
  return {
    name: "max-trade-share",
    assess(draft, context) {
      const usd = draftUsd(draft, context);
      const limit = share * context.equity;
      if (usd === null || usd <= limit || isExit(draft, context)) return APPROVED;
      const [wanted, most] = usdTexts(usd, limit);
      const reason = `${wanted} is above ${percentText(share)} of the equity of ${usdText(context.equity)}, ${most}`;
      return cutTo(draft, limit, context, "MAX_TRADE_SHARE", reason);
    },
    largestPart: (draft, context) => partOf(share * context.equity, smallest, draft, context),
  };
}
