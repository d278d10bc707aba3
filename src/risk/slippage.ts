import { isExit, type Control } from "../model/trade-risk.js";
import { worstSlippage, type SlippageModel } from "../model/slippage.js";
import { APPROVED, cutTo, draftUsd, usdTexts } from "./amounts.js";
import { largestPartUsd } from "./largest-part.js";

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
    name: "max-slippage",
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
