import { z } from "zod";
import { isExit, type Control } from "../model/trade-risk.js";
import { APPROVED } from "./amounts.js";
import { defineControl } from "./control-definition.js";

const name = "daily-trades";
const schema = z.int().min(1).max(100_000);

export const dailyTradesControl = defineControl({
  name,
  key: "maxTradesPerDay",
  subject: "pace",
  description: "Most trades a day (UTC); a divided trade counts once.",
  schema,
  config: schema.optional(),
  does: { entry: "refused when the UTC day has had so many", exit: "counted, never refused" },
  codes: { MAX_TRADES_PER_DAY: { cause: "rule" } },
  create: dailyTrades,
  examine(most, { due }) {
    if (due === null || most >= due) return [];
    const text = `\`maxTradesPerDay: ${most}\` is less than the ${due} trades a day that are asked for`;
    return [{ text, remedy: `Raise it to ${due} at least: a team below the minimum may be deactivated.` }];
  },
});

/** The most trades a UTC day, a divided one counted once. Exits to cash are counted, but never refused. */
export function dailyTrades(most: number): Control {
  return {
    name,
    mostTradesADay: most,
    assess(draft, context) {
      if (draft.continues || context.tradesToday < most || isExit(draft, context)) return APPROVED;
      const { tradesToday } = context;
      const were = tradesToday === 1 ? "trade was made or is" : "trades were made or are";
      const reason = `${tradesToday} ${were} under way today, the most is ${most}`;
      return { verdict: "refused", code: "MAX_TRADES_PER_DAY", reason };
    },
  };
}
