import { isLess, parseDecimal, plain, ZERO, type Decimal } from "../core/decimal.js";
import type { Control } from "../model/control.js";
import { APPROVED, draftUsd, usdText } from "./amounts.js";

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
    name: "minimum-trade",
    assess(draft, context) {
      const least = leastOf(context.rules.minTradeAmount ?? "0");
      if (least !== null && isLess(draft.amount, least)) {
        const reason = `${plain(draft.amount)} ${draft.from} is below the competition's minimum of ${plain(least)}`;
        return { verdict: "refused", code: "BELOW_MINIMUM", reason };
      }
      const worth = draftUsd(draft, context);
      if (worth === null || worth >= usd) return APPROVED;
      const reason = `${usdText(worth)} is below the smallest trade of ${usdText(usd)}`;
      return { verdict: "refused", code: "BELOW_MINIMUM", reason };
    },
  };
}
