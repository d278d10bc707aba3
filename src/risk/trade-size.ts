import { isExit, type Control } from "../model/trade-risk.js";
import { APPROVED, cutTo, draftUsd, percentText, usdText, usdTexts } from "./amounts.js";
import { largestPartUsd } from "./largest-part.js";

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
    largestPart: (draft, context) => largestPartUsd(limit, smallest, draft, context),
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
    largestPart: (draft, context) => largestPartUsd(share * context.equity, smallest, draft, context),
  };
}
