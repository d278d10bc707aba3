import { messageOf } from "../core/errors.js";
import type { Log } from "../core/log.js";
import type { EventTap } from "../model/journal.js";
import type { Database } from "./database.js";
import { events, lastEvent } from "./read/events.js";

/** Gives a tap the events of a database as they are committed: read again, so that they are what every reader gets. */
export class EventFeed {
  readonly #db: Database;
  readonly #log: Log;
  #tap: EventTap | null = null;
  /** The number of the last event that was given, or that was there before. */
  #last = 0;
  #failed = false;

  constructor(db: Database, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  listen(tap: EventTap | null): void {
    this.#tap = tap;
    if (tap !== null) this.#last = lastEvent(this.#db);
  }

  /** Something was written. Never throws: what is written is written, whether or not it can be read again. */
  committed(): void {
    if (this.#tap === null) return;
    try {
      for (const event of events(this.#db, this.#last)) {
        this.#last = event.seq;
        this.#tap(event);
      }
    } catch (error) {
      if (!this.#failed) this.#log.warn(`Events cannot be read from the journal: ${messageOf(error)}`);
      this.#failed = true;
    }
  }
}
