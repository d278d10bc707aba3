import type { Log } from "../../core/log.js";
import type { EventListener } from "../../model/event.js";
import type { JournalWriter } from "../../model/journal.js";
import { EventQueue } from "./event-queue.js";

/** The events of an engine, for whoever listens: those of its journal, once they are written. */
export class EventStream {
  readonly #journal: Pick<JournalWriter, "listen">;
  readonly #log: Log;
  readonly #queues = new Set<EventQueue>();

  constructor({ journal, log }: { readonly journal: Pick<JournalWriter, "listen">; readonly log: Log }) {
    this.#journal = journal;
    this.#log = log;
  }

  /** As `Engine.subscribe`. */
  subscribe(listener: EventListener): () => void {
    const queue = new EventQueue(listener, { log: this.#log });
    this.#queues.add(queue);
    if (this.#queues.size === 1)
      this.#journal.listen((event) => {
        for (const each of this.#queues) each.push(event);
      });
    return () => {
      queue.close();
      if (this.#queues.delete(queue) && this.#queues.size === 0) this.#journal.listen(null);
    };
  }

  /** Events that the slowest listener has not been given yet. */
  undelivered(): number {
    let most = 0;
    for (const { length } of this.#queues) most = Math.max(most, length);
    return most;
  }

  /** Resolves once every listener has been given all events up to now, or takes more than two seconds for one. */
  async delivered(): Promise<void> {
    await Promise.all([...this.#queues].map((queue) => queue.delivered()));
  }
}
