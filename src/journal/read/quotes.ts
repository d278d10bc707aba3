import { INTENT_STATES, type IntentState } from "../../model/intent.js";
import type { Quote } from "../../model/trade.js";
import type { Database } from "../database.js";
import type { Row } from "../row.js";
import { filtered, type Filter } from "./filter.js";

/** A quote that was read for a trade, just before it was sent or dropped. */
export interface QuoteRow {
  readonly number: number;
  /** Id of the run; null outside one. */
  readonly run: string | null;
  readonly intent: string;
  readonly strategy: string;
  /** What became of the intent on it: SENT, or DROPPED. */
  readonly to: IntentState;
  readonly quote: Quote;
}

const SOURCE = {
  select:
    "SELECT q.transition, q.at AS quoted_at, q.from_token, q.to_token, q.from_amount, q.to_amount, q.exchange_rate, " +
    "q.slippage, q.from_price, q.to_price, t.intent, t.to_state, i.strategy, r.id AS run_id " +
    "FROM quotes q JOIN transitions t ON t.id = q.transition JOIN intents i ON i.id = t.intent " +
    "LEFT JOIN runs r ON r.number = t.run",
  ...{ number: "q.transition", run: "t.run", from: "q.at", to: "q.at", strategy: "i.strategy" },
};

export function quotes(db: Database, filter: Filter): QuoteRow[] {
  return filtered(db, SOURCE, filter).map((row) => ({
    number: row.number("transition"),
    run: row.textOrNull("run_id"),
    intent: row.text("intent"),
    strategy: row.text("strategy"),
    to: row.one("to_state", INTENT_STATES),
    quote: quoteOf(row),
  }));
}

/** Of a row that names its time `quoted_at`. */
export function quoteOf(row: Row): Quote {
  return {
    from: row.text("from_token"),
    to: row.text("to_token"),
    fromAmount: row.decimal("from_amount"),
    toAmount: row.decimal("to_amount"),
    exchangeRate: row.number("exchange_rate"),
    slippage: row.number("slippage"),
    fromPrice: row.numberOrNull("from_price"),
    toPrice: row.numberOrNull("to_price"),
    at: row.number("quoted_at"),
  };
}
