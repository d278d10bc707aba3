import { plain } from "../core/decimal.js";
import type { ColumnJournal } from "../journal/columns/column-journal.js";
import type { Exchange, MarketPrices } from "../venue/index.js";
import type { BacktestFill, BacktestRefusal } from "./result.js";

/** What begins a reason on the wire: the marker is for machines. */
const MARKER = /^\[[0-9a-z]{4}-[0-9a-z]{6}\]\s*/;

/** The executed swaps of a run, oldest first, valued at the prices of their moments. */
export function fillsOf(
  journal: ColumnJournal,
  prices: MarketPrices,
  exchange: Pick<Exchange, "pricedBy">,
): BacktestFill[] {
  return journal.steps.flatMap(({ intent: id, to: state, trade }) => {
    const intent = journal.intent(id);
    if (state !== "FILLED" || trade === undefined || intent === undefined) return [];
    const { at, from, to, fromAmount, toAmount } = trade;
    const usd = fromAmount.toNumber() * (prices.priceAt(from, at) ?? 0);
    return [
      {
        at,
        strategy: intent.strategy,
        decision: intent.decision,
        intent: id,
        from,
        to,
        fromAmount: plain(fromAmount),
        toAmount: plain(toAmount),
        usd,
        slippageUsd: usd - toAmount.toNumber() * (prices.priceAt(to, at) ?? 0),
        pricedBy: exchange.pricedBy(trade.id),
        reason: intent.reason.replace(MARKER, ""),
      },
    ];
  });
}

/** What did not become a trade, oldest first. */
export function refusalsOf({ outcomes }: ColumnJournal): BacktestRefusal[] {
  return outcomes.flatMap(({ at, strategy, decision, status, code, reason, from, to }) =>
    status === "filled" || status === "unknown" ? [] : [{ at, strategy, decision, status, code, reason, from, to }],
  );
}
