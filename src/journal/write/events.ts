import type { EventType } from "../../model/event.js";
import type { Database, Statement } from "../database.js";

/** Where and when something is written. */
export interface Occasion {
  /** Null outside a run. */
  readonly run: number | null;
  readonly at: number;
}

/** Numbers what is written: each row that is an event gets the next number of the journal. */
export class EventWriter {
  readonly #event: Statement;
  /** The number of the next event; null: the one after the last in the file. */
  #next: number | null = null;

  constructor(db: Database) {
    this.#event = db.insert("events", ["seq", "run", "at", "type", "row", "count"]);
  }

  /**
   * @param row number of what is reported, in the table of its type
   * @param count of a repeated hold: how often it was decided by now
   */
  add({ run, at }: Occasion, type: EventType, row: number, count: number | null = null): void {
    const seq = this.#next === null ? null : this.#next++;
    this.#event.run({ seq, run, at, type, row, count });
  }

  /** The next event gets this number, and those after it the numbers after it. */
  numberFrom(seq: number): void {
    this.#next = seq;
  }
}
