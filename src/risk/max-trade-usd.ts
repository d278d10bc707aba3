import { z } from "zod";
import { isExit, type Control } from "../model/trade-risk.js";
import { APPROVED, cutTo, draftUsd, usdTexts } from "./amounts.js";
import { defineControl } from "./control-definition.js";
import { largestPartUsd } from "./largest-part.js";

const name = "max-trade-usd";
const schema = z.number().positive();

export const maxTradeUsdControl = defineControl({
  name,
  key: "maxTradeUsd",
  subject: "size",
  description: "The largest trade, USD.",
  schema,
  config: schema.optional(),
  does: { entry: "cut to it", exit: "divided into parts of at most this" },
  codes: { MAX_TRADE: { cause: "rule", ofSize: true } },
  create: (limit, { smallest }) => maxTradeUsd(limit, smallest),
  examine(limit, { smallest }) {
    if (limit >= smallest) return [];
    const text = `\`maxTradeUsd: ${limit}\` lets no buy through: trades below $${smallest} are not made`;
    return [{ text, remedy: `Raise it to ${smallest} at least, or leave it out.` }];
  },
});

/**
 * The largest trade, USD. It limits what is risked at once: an entry that is larger is cut. An exit to
 * cash is never made smaller, it is divided into parts of at most this.
 */
export function maxTradeUsd(limit: number, smallest: number): Control {
  return {
    name,
    assess(draft, context) {
      const usd = draftUsd(draft, context);
      if (usd === null || usd <= limit || isExit(draft, context)) return APPROVED;
      const [wanted, most] = usdTexts(usd, limit);
      return cutTo(draft, limit, context, "MAX_TRADE", `${wanted} is above the largest trade of ${most}`);
    },
    largestPart: (draft, context) => largestPartUsd(limit, smallest, draft, context),
  };
}
