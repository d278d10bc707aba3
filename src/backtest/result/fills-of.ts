import { plain } from "../../core/number/decimal.js";
import type { ColumnJournal } from "../../journal/columns/column-journal.js";
import type { Exchange, MarketPrices } from "../../venue/index.js";
import type { BacktestFill, BacktestRefusal } from "./result.js";

/** The executed swaps of a run, oldest first, valued at the prices of their moments. */
export function fillsOf(
  journal: ColumnJournal,
  prices: MarketPrices,
  exchange: Pick<Exchange, "pricedBy">,
): BacktestFill[] {
  return journal.fills.map(({ intent, trade }) => {
    const { at, from, to, fromAmount, toAmount } = trade;
    const usd = fromAmount.toNumber() * (prices.priceAt(from, at) ?? 0);
    return {
      at,
      strategy: intent.strategy,
      decision: intent.decision,
      intent: intent.id,
      from,
      to,
      fromAmount: plain(fromAmount),
      toAmount: plain(toAmount),
      usd,
      slippageUsd: usd - toAmount.toNumber() * (prices.priceAt(to, at) ?? 0),
      pricedBy: exchange.pricedBy(trade.id),
      // The marker before it is for machines.
      reason: intent.reason.slice(intent.marker.length).trimStart(),
    };
  });
}

/** What did not become a trade, oldest first. */
export function refusalsOf(journal: ColumnJournal): BacktestRefusal[] {
  return journal.outcomes.flatMap(({ at, strategy, decision, status, code, reason, from, to }) =>
    status === "filled" || status === "unknown" ? [] : [{ at, strategy, decision, status, code, reason, from, to }],
  );
}
