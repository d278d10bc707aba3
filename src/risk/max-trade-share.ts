import { share } from "../core/fields.js";
import { isExit, type Control } from "../model/trade-risk.js";
import { APPROVED, cutTo, draftUsd, percentText, usdText, usdTexts } from "./amounts.js";
import { defineControl } from "./control-definition.js";
import { largestPartUsd } from "./largest-part.js";

const name = "max-trade-share";
const schema = share();

export const maxTradeShareControl = defineControl({
  name,
  key: "maxTradeShare",
  subject: "size",
  description: "The largest trade, as a share of equity. The competition's own cap always holds.",
  schema,
  config: schema.optional(),
  does: { entry: "cut to it", exit: "divided" },
  codes: { MAX_TRADE_SHARE: { cause: "rule", ofSize: true } },
  create: (largest, { smallest }) => maxTradeShare(largest, smallest),
});

/** The largest trade as a share of equity (0 to 1): entries are cut to it, exits to cash divided by it. */
export function maxTradeShare(largest: number, smallest: number): Control {
  return {
    name,
    assess(draft, context) {
      const usd = draftUsd(draft, context);
      const limit = largest * context.equity;
      if (usd === null || usd <= limit || isExit(draft, context)) return APPROVED;
      const [wanted, most] = usdTexts(usd, limit);
      const reason = `${wanted} is above ${percentText(largest)} of the equity of ${usdText(context.equity)}, ${most}`;
      return cutTo(draft, limit, context, "MAX_TRADE_SHARE", reason);
    },
    largestPart: (draft, context) => largestPartUsd(largest * context.equity, smallest, draft, context),
  };
}
