import { INTENT_STATES, type Intent } from "../../model/intent.js";
import type { IntentStep } from "../../model/journal.js";
import { Json } from "../bind.js";
import { checkStep } from "../checks.js";
import type { Database, Statement } from "../database.js";
import { BookWriter } from "./books.js";
import type { EventWriter, Occasion } from "./events.js";
import { OutcomeWriter } from "./outcomes.js";
import { TradeWriter } from "./trades.js";

/** Writes intents and every step of their way, with what belongs to it. */
export class IntentWriter {
  readonly #intent: Statement;
  readonly #known: Statement;
  readonly #transition: Statement;
  readonly #state: Statement;
  readonly #trades: TradeWriter;
  readonly #books: BookWriter;
  readonly #outcomes: OutcomeWriter;
  readonly #events: EventWriter;

  constructor(db: Database, events: EventWriter) {
    this.#events = events;
    this.#intent = db.insert("intents", [
      ...["id", "marker", "parent", "run", "competition", "strategy", "decision", "from_token", "to_token"],
      ...["amount", "reason", "limit_price", "valid_until", "urgent", "prepared_at", "state", "state_at"],
    ]);
    this.#known = db.statement("SELECT state, strategy FROM intents WHERE id = :id");
    this.#transition = db.insert("transitions", ["run", "intent", "at", "from_state", "to_state", "detail"]);
    this.#state = db.statement("UPDATE intents SET state = :state, state_at = :at WHERE id = :id");
    this.#trades = new TradeWriter(db, events);
    this.#books = new BookWriter(db, events);
    this.#outcomes = new OutcomeWriter(db, events);
  }

  knows(id: string): boolean {
    return this.#known.get({ id }) !== undefined;
  }

  prepared(occasion: Occasion, intent: Intent): void {
    const { run } = occasion;
    const { id, marker, parent, competitionId: competition, strategy, decision, from, to } = intent;
    const { amount, reason, limit, validUntil, urgent, preparedAt } = intent;
    const row = this.#intent.run({
      ...{ id, marker, parent, run, competition, strategy, decision, from_token: from, to_token: to },
      ...{ amount, reason, limit_price: limit, valid_until: validUntil, urgent, prepared_at: preparedAt },
      ...{ state: "PREPARED", state_at: preparedAt },
    });
    this.#events.add(occasion, "intent-prepared", row);
  }

  /** Throws JournalRecordError where the intent is not there, is in another state, or may not go this way. */
  step(run: number | null, step: IntentStep): void {
    const { intent, at, from, to, detail, quote, trade, entries = [], outcome } = step;
    const occasion = { run, at };
    const known = this.#known.get({ id: intent });
    checkStep(step, known?.one("state", INTENT_STATES));
    const transition = this.#transition.run({
      ...{ run, intent, at, from_state: from, to_state: to, detail: new Json(detail) },
    });
    this.#state.run({ id: intent, state: to, at });
    this.#events.add(occasion, "intent-moved", transition);
    if (quote !== undefined) this.#trades.quote(transition, quote);
    if (trade !== undefined) this.#trades.ours(occasion, trade, intent);
    for (const entry of entries) this.#books.write(occasion, transition, entry);
    if (outcome !== undefined && known !== undefined) this.#outcomes.add(occasion, known.text("strategy"), outcome);
  }
}
