import type { Trade } from "../../model/trade.js";
import type { Database } from "../database.js";
import type { Row } from "../row.js";
import { byNumber, filtered, type Filter } from "./filter.js";

export interface TradeRow {
  readonly number: number;
  /** Id of the run that first saw it; null outside one. */
  readonly run: string | null;
  /** Id of our intent; null where other hands traded. */
  readonly intent: string | null;
  /** Of the intent. */
  readonly strategy: string | null;
  /** When the bot first knew of it. */
  readonly seenAt: number;
  readonly trade: Trade;
}

const SOURCE = {
  select:
    "SELECT t.*, i.strategy, r.id AS run_id FROM trades t " +
    "LEFT JOIN intents i ON i.id = t.intent LEFT JOIN runs r ON r.number = t.run",
  ...{ number: "t.number", run: "t.run", from: "t.at", to: "t.at", strategy: "i.strategy" },
};

export function trades(db: Database, filter: Filter): TradeRow[] {
  return filtered(db, SOURCE, filter).map(tradeRowOf);
}

export function tradeById(db: Database, id: string): TradeRow | undefined {
  const row = db.statement(`${SOURCE.select} WHERE t.id = :id`).get({ id });
  return row && tradeRowOf(row);
}

export function tradeByNumber(db: Database, number: number): TradeRow {
  return tradeRowOf(byNumber(db, SOURCE, number));
}

export function tradesOf(db: Database, intent: string): TradeRow[] {
  return db.statement(`${SOURCE.select} WHERE t.intent = :intent ORDER BY t.number`).all({ intent }).map(tradeRowOf);
}

function tradeRowOf(row: Row): TradeRow {
  return {
    number: row.number("number"),
    run: row.textOrNull("run_id"),
    intent: row.textOrNull("intent"),
    strategy: row.textOrNull("strategy"),
    seenAt: row.number("seen_at"),
    trade: tradeOf(row),
  };
}

/** A trade of a row of `trades`. */
export function tradeOf(row: Row): Trade {
  return {
    id: row.text("id"),
    teamId: row.text("team"),
    competitionId: row.text("competition"),
    from: row.text("from_token"),
    to: row.text("to_token"),
    fromAmount: row.decimal("from_amount"),
    toAmount: row.decimal("to_amount"),
    price: row.number("price"),
    success: row.flag("success"),
    error: row.textOrNull("error"),
    reason: row.textOrNull("reason"),
    at: row.number("at"),
  };
}
