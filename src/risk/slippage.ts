import { z } from "zod";
import { isExit, type Control } from "../model/trade-risk.js";
import { worstSlippage, type SlippageModel } from "../model/slippage.js";
import { APPROVED, cutTo, draftUsd, usdTexts } from "./amounts.js";
import { defineControl } from "./control-definition.js";
import { largestPartUsd } from "./largest-part.js";

const name = "max-slippage";
const schema = z.number().gt(0).max(100);

export const maxSlippageControl = defineControl({
  name,
  key: "maxSlippagePercent",
  subject: "price",
  description: "The largest slippage that a quote may show, percent.",
  schema,
  config: schema.optional(),
  does: {
    entry: "cut to the size that stays within; refused if the quote is worse",
    exit: "divided, never held back",
  },
  // SLIPPAGE is the venue's: it holds the trade to the limit that is sent along.
  codes: { MAX_SLIPPAGE: { cause: "quote", ofSize: true }, SLIPPAGE: { cause: "quote" } },
  create: (percent, { smallest }) => maxSlippage(percent, smallest),
  examine(percent, { smallest, slippage }) {
    if (largestWithin(slippage, percent) >= smallest) return [];
    const worst = Number(worstSlippagePercent(slippage, smallest).toPrecision(4));
    const text = `\`maxSlippagePercent: ${percent}\` lets no buy through: the smallest trade, $${smallest}, may slip by ${worst} % (formula \`${slippage}\`)`;
    const enough = largestWithin(slippage, worst) >= smallest ? worst : Number((worst * 1.001).toPrecision(4));
    const remedy = `Raise it to ${enough} at least, or leave it out; sales to cash are never held back by it.`;
    return [{ text, remedy }];
  },
});

/** The slippage at the formula's unluckiest draw, percent. */
export function worstSlippagePercent(model: SlippageModel, usd: number): number {
  return worstSlippage(model, usd) * 100;
}

/** The largest trade, USD, whose slippage stays within `percent` at the unluckiest draw; 0 where none does. */
export function largestWithin(model: SlippageModel, percent: number): number {
  let within = 0;
  let above = 1e9;
  if (worstSlippagePercent(model, above) <= percent) return Infinity;
  if (worstSlippagePercent(model, 0.01) > percent) return 0;
  // The formulas only grow with the size, so bisection finds the edge; 60 halvings of 1e9 are below a cent's billionth.
  for (let i = 0; i < 60; i++) {
    const middle = (within + above) / 2;
    if (worstSlippagePercent(model, middle) <= percent) within = middle;
    else above = middle;
  }
  return within;
}

/**
 * The largest slippage, percent. At planning an entry is cut to the size that the formula charges at
 * most this for; with the fresh quote an entry that is quoted worse is refused. An exit to cash is
 * divided into parts that are expected to stay within, but never held back: a stop must get out.
 */
export function maxSlippage(percent: number, smallest: number): Control {
  return {
    name,
    tolerance: (draft, context) => (isExit(draft, context) ? null : percent),
    assess(draft, context) {
      const usd = draftUsd(draft, context);
      const limit = largestWithin(context.slippage, percent);
      if (usd === null || usd <= limit || isExit(draft, context)) return APPROVED;
      const expected = worstSlippagePercent(context.slippage, usd).toFixed(3);
      const [wanted, most] = usdTexts(usd, limit);
      const reason = `${wanted} may slip by ${expected} %, the limit of ${percent} % allows ${most}`;
      return cutTo(draft, limit, context, "MAX_SLIPPAGE", reason);
    },
    largestPart(draft, context) {
      if (!isExit(draft, context)) return Infinity;
      return largestPartUsd(largestWithin(context.slippage, percent), smallest, draft, context);
    },
    atSending(draft, quote, context) {
      if (quote.slippage <= percent || isExit(draft, context)) return APPROVED;
      const reason = `the quote slips by ${quote.slippage} %, the limit is ${percent} %`;
      return { verdict: "refused", code: "MAX_SLIPPAGE", reason };
    },
  };
}
