import type { Control } from "../model/trade-risk.js";
import { APPROVED, cutTo, draftUsd, percentText, usdText, usdTexts } from "./amounts.js";

/** The share of equity that stays in cash tokens (0 to 1): what buys with cash is cut to what the reserve leaves. */
export function cashReserve(share: number): Control {
  return {
    name: "cash-reserve",
    assess(draft, context) {
      if (!context.isCash(draft.from) || context.isCash(draft.to)) return APPROVED;
      const usd = draftUsd(draft, context);
      const spendable = context.cash - share * context.equity;
      if (usd === null || usd <= spendable) return APPROVED;
      const [most, wanted] = usdTexts(Math.max(0, spendable), usd);
      const reason = `cash of ${usdText(context.cash)} keeps a reserve of ${percentText(share)} of ${usdText(context.equity)}: ${most} may be spent, not ${wanted}`;
      return cutTo(draft, spendable, context, "CASH_RESERVE", reason);
    },
  };
}
