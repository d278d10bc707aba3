import { isExit, type Control } from "../model/trade-risk.js";
import { APPROVED } from "./amounts.js";

/** The most trades a UTC day, a divided one counted once. Exits to cash are counted, but never refused. */
export function dailyTrades(most: number): Control {
  return {
    name: "daily-trades",
    assess(draft, context) {
      if (draft.continues || context.tradesToday < most || isExit(draft, context)) return APPROVED;
      const { tradesToday } = context;
      const were = tradesToday === 1 ? "trade was made or is" : "trades were made or are";
      const reason = `${tradesToday} ${were} under way today, the most is ${most}`;
      return { verdict: "refused", code: "MAX_TRADES_PER_DAY", reason };
    },
  };
}
