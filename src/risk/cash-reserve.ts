import { share } from "../core/fields.js";
import type { Control } from "../model/trade-risk.js";
import { APPROVED, cutTo, draftUsd, percentText, usdText, usdTexts } from "./amounts.js";
import { defineControl } from "./control-definition.js";

const name = "cash-reserve";
const schema = share();

export const cashReserveControl = defineControl({
  name,
  key: "cashReserve",
  subject: "cash",
  description: "The share of equity that stays in cash.",
  schema,
  config: schema.optional(),
  does: { entry: "cut to what the reserve leaves", exit: "not asked" },
  codes: { CASH_RESERVE: { cause: "rule", ofSize: true } },
  create: cashReserve,
});

/** The share of equity that stays in cash tokens (0 to 1): what buys with cash is cut to what the reserve leaves. */
export function cashReserve(reserve: number): Control {
  return {
    name,
    assess(draft, context) {
      if (!context.isCash(draft.from) || context.isCash(draft.to)) return APPROVED;
      const usd = draftUsd(draft, context);
      const spendable = context.cash - reserve * context.equity;
      if (usd === null || usd <= spendable) return APPROVED;
      const [most, wanted] = usdTexts(Math.max(0, spendable), usd);
      const reason = `cash of ${usdText(context.cash)} keeps a reserve of ${percentText(reserve)} of ${usdText(context.equity)}: ${most} may be spent, not ${wanted}`;
      return cutTo(draft, spendable, context, "CASH_RESERVE", reason);
    },
  };
}
