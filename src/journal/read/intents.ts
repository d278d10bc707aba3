import type { JsonObject } from "../../core/json.js";
import { INTENT_STATES, type Intent, type IntentState } from "../../model/intent.js";
import type { Quote } from "../../model/trade.js";
import type { Database } from "../database.js";
import type { Row } from "../row.js";
import { byNumber, filtered, type Filter } from "./filter.js";
import { intentOf } from "./intent-row.js";
import { quoteOf } from "./quotes.js";

/** A step of an intent. */
interface TransitionRow {
  readonly number: number;
  readonly at: number;
  readonly from: IntentState;
  readonly to: IntentState;
  readonly detail: JsonObject;
  readonly quote: Quote | null;
}

export interface IntentRow {
  readonly number: number;
  /** Id of the run that prepared it; null outside one. */
  readonly run: string | null;
  readonly intent: Intent;
  readonly state: IntentState;
  /** When it entered that state. */
  readonly stateAt: number;
  readonly transitions: readonly TransitionRow[];
}

const SOURCE = {
  select: "SELECT i.*, r.id AS run_id FROM intents i LEFT JOIN runs r ON r.number = i.run",
  ...{ number: "i.number", run: "i.run", from: "i.prepared_at", to: "i.state_at", strategy: "i.strategy" },
};

export function intents(db: Database, filter: Filter): IntentRow[] {
  return filtered(db, SOURCE, filter).map((row) => intentRowOf(db, row));
}

export function intentById(db: Database, id: string): IntentRow | undefined {
  const row = db.statement(`${SOURCE.select} WHERE i.id = :id`).get({ id });
  return row && intentRowOf(db, row);
}

/** All intents of a decision: the parts of a divided trade, a target's steps. */
export function intentsOf(db: Database, decision: number): IntentRow[] {
  const rows = db.statement(`${SOURCE.select} WHERE i.decision = :decision ORDER BY i.number`).all({ decision });
  return rows.map((row) => intentRowOf(db, row));
}

function intentRowOf(db: Database, row: Row): IntentRow {
  const intent = intentOf(row);
  return {
    number: row.number("number"),
    run: row.textOrNull("run_id"),
    intent,
    state: row.one("state", INTENT_STATES),
    stateAt: row.number("state_at"),
    transitions: transitionsOf(db, intent.id),
  };
}

const TRANSITIONS = {
  select:
    "SELECT t.*, q.transition AS quoted, q.at AS quoted_at, q.from_token, q.to_token, q.from_amount, q.to_amount, " +
    "q.exchange_rate, q.slippage, q.from_price, q.to_price " +
    "FROM transitions t LEFT JOIN quotes q ON q.transition = t.id",
  number: "t.id",
};
const OF_TRANSITION = { select: "SELECT i.* FROM transitions t JOIN intents i ON i.id = t.intent", number: "t.id" };

function transitionsOf(db: Database, intent: string): TransitionRow[] {
  const rows = db.statement(`${TRANSITIONS.select} WHERE t.intent = :intent ORDER BY t.id`).all({ intent });
  return rows.map(transitionOf);
}

/** A step, with the intent that took it. */
export function transitionByNumber(db: Database, number: number): TransitionRow & { readonly intent: Intent } {
  return {
    ...transitionOf(byNumber(db, TRANSITIONS, number)),
    intent: intentOf(byNumber(db, OF_TRANSITION, number)),
  };
}

/** The intent of a number. */
export function intentByNumber(db: Database, number: number): Intent {
  return intentOf(byNumber(db, SOURCE, number));
}

function transitionOf(row: Row): TransitionRow {
  return {
    number: row.number("id"),
    at: row.number("at"),
    from: row.one("from_state", INTENT_STATES),
    to: row.one("to_state", INTENT_STATES),
    detail: row.json("detail") as JsonObject,
    quote: row.isNull("quoted") ? null : quoteOf(row),
  };
}
