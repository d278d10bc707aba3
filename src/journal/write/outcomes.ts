import { canonicalJson, type JsonObject } from "../../core/json.js";
import type { Outcome } from "../../model/outcome.js";
import { Json } from "../bind.js";
import { shownOutcomes } from "../checks.js";
import type { Database, Statement } from "../database.js";
import type { EventWriter, Occasion } from "./events.js";

/** Writes outcomes, and which tick showed them to their strategy: until then they are kept for it, over restarts too. */
export class OutcomeWriter {
  readonly #add: Statement;
  readonly #shown: Statement;
  readonly #events: EventWriter;

  constructor(db: Database, events: EventWriter) {
    this.#events = events;
    this.#add = db.insert("outcomes", ["strategy", "decision", "at", "outcome"]);
    this.#shown = db.statement(
      "UPDATE outcomes SET strategy_tick = :tick WHERE id = (SELECT id FROM outcomes " +
        "WHERE strategy = :strategy AND strategy_tick IS NULL AND outcome = :outcome ORDER BY id LIMIT 1)",
    );
  }

  add(occasion: Occasion, strategy: string, outcome: Outcome): void {
    const { decision, at } = outcome;
    const row = this.#add.run({ strategy, decision, at, outcome: new Json(outcome, canonicalJson) });
    this.#events.add(occasion, "outcome", row);
  }

  /** Marks what a view shows. By content: others may have come since the view was made. */
  shown(strategy: string, tick: number, view: JsonObject): void {
    for (const outcome of shownOutcomes(view))
      this.#shown.run({ strategy, tick, outcome: new Json(outcome, canonicalJson) });
  }
}
