import { DroppingQueue } from "../../core/dropping-queue.js";
import { messageOf } from "../../core/errors.js";
import type { Log } from "../../core/log.js";
import { nextTurn, systemClock } from "../../core/time/system-clock.js";
import type { Cancel } from "../../core/time/clock.js";
import type { EngineEvent, EventListener } from "../../model/event.js";

/** Events that wait for a listener, at most. */
const LIMIT = 10_000;
/** Events that a listener is given before everything else has its turn. */
const A_TURN = 100;
/** How long `delivered` waits for a listener that is busy with one event, milliseconds of the machine. */
const PATIENCE = 2_000;

export interface QueueOptions {
  readonly log: Log;
  readonly limit?: number;
  readonly patience?: number;
}

/**
 * The events on their way to one listener. It is called in turns of its own, never by what wrote them, with one event after
 * the other: the promise that it returns is awaited first. Whatever it does, those who write go on: events beyond the
 * limit take the place of the oldest, and what it throws is logged once.
 */
export class EventQueue {
  readonly #listener: EventListener;
  readonly #log: Log;
  readonly #patience: number;
  readonly #waiting: DroppingQueue<EngineEvent>;
  /** Null: nothing waits. */
  #delivery: Promise<void> | null = null;
  #dropped = 0;
  #given = 0;
  /** How many events it had been given when it took too long for the last of them. */
  #stuckAt = -1;
  #failed = false;
  #closed = false;

  constructor(listener: EventListener, { log, limit = LIMIT, patience = PATIENCE }: QueueOptions) {
    this.#listener = listener;
    this.#log = log;
    this.#patience = patience;
    this.#waiting = new DroppingQueue(limit);
  }

  /** Events that the listener was not given because it was too slow. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Events that wait for the listener. */
  get length(): number {
    return this.#waiting.length;
  }

  push(event: EngineEvent): void {
    if (this.#closed) return;
    const dropped = this.#waiting.push(event);
    if (dropped > 0 && this.#dropped === 0)
      this.#log.warn("A listener to events is too slow: the oldest that wait for it are dropped", { event: event.seq });
    this.#dropped += dropped;
    this.#delivery ??= this.#deliver();
  }

  /** Gives the listener nothing more, what waits included. */
  close(): void {
    this.#closed = true;
    this.#waiting.takeAll();
  }

  /** Resolves once the listener has been given all that waits, or takes too long for one event. Does not wait twice for the same one. */
  async delivered(): Promise<void> {
    let before = -1;
    while (this.#delivery !== null && this.#given !== this.#stuckAt) {
      const given = this.#given;
      if (given === before) this.#stuckAt = given;
      else await within(this.#delivery, this.#patience);
      before = given;
    }
  }

  async #deliver(): Promise<void> {
    await nextTurn();
    for (let event = this.#waiting.shift(); event !== undefined; event = this.#waiting.shift()) {
      this.#given++;
      try {
        await this.#listener(event, this.#dropped);
      } catch (error) {
        this.#heedFailure(error);
      }
      if (this.#given % A_TURN === 0) await nextTurn();
    }
    this.#delivery = null;
  }

  #heedFailure(error: unknown): void {
    if (this.#failed) return;
    this.#failed = true;
    this.#log.warn(`A listener to events failed: ${messageOf(error)}`, {
      remedy: "It is given further events. Catch what it throws: further failures are not reported.",
    });
  }
}

/** Resolves with the work, or after so many milliseconds of the machine. */
async function within(work: Promise<void>, ms: number): Promise<void> {
  let cancel: Cancel = () => {};
  const late = new Promise<void>((resolve) => (cancel = systemClock.at(systemClock.now() + ms, resolve)));
  await Promise.race([work, late]);
  cancel();
}
