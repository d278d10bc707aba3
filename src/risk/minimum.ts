import { z } from "zod";
import { parseDecimal, plain, ROUNDING, ZERO, type Decimal } from "../core/number/decimal.js";
import type { Control } from "../model/trade-risk.js";
import { APPROVED, draftUsd, usdTexts } from "./amounts.js";
import { defineControl } from "./control-definition.js";

const name = "minimum-trade";

/** The smallest trade where nothing is set, USD. */
export const DEFAULT_MIN_TRADE_USD = 1;

export const minimumTradeControl = defineControl({
  name,
  key: "minTradeUsd",
  subject: "size",
  description: "Smaller trades are not worth a request, USD.",
  usual: DEFAULT_MIN_TRADE_USD,
  config: null,
  // Config has one key for this and for the execution's: a smaller step of a target would be planned only to be refused.
  schema: z.number().positive(),
  does: {
    by: "the rules and `execution.minTradeUsd`; always on",
    entry: "refused",
    exit: "refused: dust is not worth a trade",
  },
  codes: { BELOW_MINIMUM: { cause: "rule", ofSize: true } },
  comparedBy: ["risk.minTradeUsd", "execution.minTradeUsd"],
  create: minimumTrade,
});

/**
 * The smallest trade: the competition's, in tokens of what is sold, and our own, USD. Last of all
 * controls, because others cut. It holds for exits too: the venue refuses less, and dust is not worth a trade.
 */
export function minimumTrade(usd: number): Control {
  let known: { readonly text: string; readonly least: Decimal | null } = { text: "0", least: ZERO };
  const leastOf = (text: string): Decimal | null => {
    if (known.text !== text) known = { text, least: parseDecimal(text) };
    return known.least;
  };
  return {
    name,
    assess(draft, context) {
      const least = leastOf(context.rules.minTradeAmount ?? "0");
      if (least !== null && draft.amount.lessThan(least)) {
        const reason = `${plain(draft.amount)} ${draft.from} is below the competition's minimum of ${plain(least)}`;
        return { verdict: "refused", code: "BELOW_MINIMUM", reason };
      }
      const worth = draftUsd(draft, context);
      // Amounts are cut to what doubles carry: what was sized to be worth exactly this is worth a little less.
      if (worth === null || worth >= usd * (1 - ROUNDING)) return APPROVED;
      const [offered, smallest] = usdTexts(worth, usd);
      const reason = `${offered} is below the smallest trade of ${smallest}`;
      return { verdict: "refused", code: "BELOW_MINIMUM", reason };
    },
  };
}
