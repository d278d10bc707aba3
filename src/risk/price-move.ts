import { z } from "zod";
import { isExit, type Control } from "../model/trade-risk.js";
import type { Quote } from "../model/trade.js";
import { APPROVED } from "./amounts.js";
import { defineControl } from "./control-definition.js";

const name = "max-price-move";
const USUAL = 20;
const schema = z.number().gt(0).max(1_000);

export const maxPriceMoveControl = defineControl({
  name,
  key: "maxPriceMovePercent",
  subject: "price",
  description:
    "How far the prices of a fresh quote may lie from those that were decided on, percent; beyond it an entry is dropped.",
  schema,
  config: schema.default(USUAL),
  does: {
    by: `\`risk.maxPriceMovePercent\`; ${USUAL} % by default`,
    entry: "dropped where the quote's own prices lie further from those decided on",
    exit: "not asked",
  },
  codes: { PRICE_MOVED: { cause: "price" } },
  create: maxPriceMove,
});

/**
 * How far the fresh quote's own prices may lie from those that were decided on, percent. Further means that
 * one of them is wrong, or that the market has moved so much that the decision is about another one: an
 * entry is refused then. Sizes in USD come from prices too, so an absurd price would buy an absurd amount.
 * An exit to cash goes on: who gets out of a crash must not be held back by it.
 */
export function maxPriceMove(percent: number): Control {
  return {
    name,
    assess: () => APPROVED,
    atSending(draft, quote, context) {
      if (isExit(draft, context)) return APPROVED;
      for (const [token, quoted] of pricesOf(quote)) {
        const known = context.decidedUsd(token);
        if (known === null || quoted === null || known <= 0) continue;
        const move = Math.abs(quoted / known - 1) * 100;
        if (move <= percent) continue;
        const reason = `${token} is quoted at $${quoted}, and was decided on at $${known}: ${move.toFixed(1)} % apart, the limit is ${percent} %`;
        return { verdict: "refused", code: "PRICE_MOVED", reason };
      }
      return APPROVED;
    },
  };
}

const pricesOf = ({ from, to, fromPrice, toPrice }: Quote): [string, number | null][] => [
  [from, fromPrice],
  [to, toPrice],
];
