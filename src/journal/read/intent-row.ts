import type { JsonObject } from "../../core/json.js";
import { idOf, type Decision } from "../../model/decision.js";
import { INTENT_STATES, type Intent } from "../../model/intent.js";
import type { StoredIntent } from "../../model/recovered.js";
import type { Database } from "../database.js";
import type { Row } from "../row.js";

/** The intent of a row of `intents`. */
export function intentOf(row: Row): Intent {
  return {
    id: row.text("id"),
    marker: row.text("marker"),
    parent: row.textOrNull("parent"),
    competitionId: row.text("competition"),
    strategy: row.text("strategy"),
    decision: row.number("decision"),
    from: row.text("from_token"),
    to: row.text("to_token"),
    amount: row.decimal("amount"),
    reason: row.text("reason"),
    limit: row.numberOrNull("limit_price"),
    validUntil: row.numberOrNull("valid_until"),
    urgent: row.flag("urgent"),
    preparedAt: row.number("prepared_at"),
  };
}

/** The intent of a row, with its state, its decision's own id, the step by which it was sent, and what a person is asked about. */
export function storedIntentOf(db: Database, row: Row): StoredIntent {
  const sent = db
    .statement("SELECT at, detail FROM transitions WHERE intent = :id AND to_state = 'SENT' ORDER BY id LIMIT 1")
    .get({ id: row.text("id") });
  const decided = db
    .statement("SELECT decision FROM decisions WHERE seq = :decision")
    .get({ decision: row.number("decision") });
  const conflict = db
    .statement("SELECT detail FROM transitions WHERE intent = :id AND to_state = 'CONFLICT' ORDER BY id DESC LIMIT 1")
    .get({ id: row.text("id") });
  const { trade: asked } = (conflict?.json("detail") ?? {}) as JsonObject;
  return {
    intent: intentOf(row),
    decisionId: decided === undefined ? null : idOf(decided.json("decision") as Decision),
    state: row.one("state", INTENT_STATES),
    sent: sent === undefined ? null : { at: sent.number("at"), detail: sent.json("detail") as JsonObject },
    ...(typeof asked === "string" && { asked }),
  };
}
