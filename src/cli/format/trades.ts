import type { TradeAnswer } from "../../app/requests/answers.js";
import { plainDecimal, timestamp } from "../../core/format.js";
import { right, table } from "./table.js";

/** How many trades are shown. */
const SHOWN = 100;

/** The service's list of the team's trades, newest first. */
export function tradesText(trades: readonly TradeAnswer[]): string {
  const shown = table(
    ["at (UTC)", "from", right("sold"), "to", right("bought"), "reason"],
    trades
      .slice(0, SHOWN)
      .map((trade) => [
        timestamp(trade.at),
        trade.from,
        plainDecimal(trade.fromAmount),
        trade.to,
        plainDecimal(trade.toAmount),
        trade.success ? (trade.reason ?? "") : `failed: ${trade.error ?? "no reason given"}`,
      ]),
    "No trade yet.",
  );
  if (trades.length <= SHOWN) return shown;
  return `${shown}\n\nThe newest ${SHOWN} of ${trades.length}: --json for all.`;
}
