import type { ModeChange } from "../../model/mode.js";
import type { Database, Statement } from "../database.js";
import type { EventWriter, Occasion } from "./events.js";

/** Writes what the bot does. */
export class ModeWriter {
  readonly #mode: Statement;
  readonly #events: EventWriter;

  constructor(db: Database, events: EventWriter) {
    this.#mode = db.insert("modes", ["run", "at", "mode", "held"]);
    this.#events = events;
  }

  write(run: Occasion["run"], { at, mode, held }: ModeChange): void {
    this.#events.add({ run, at }, "mode-changed", this.#mode.run({ run, at, mode, held }));
  }
}
