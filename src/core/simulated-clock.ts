import type { Cancel, Clock } from "./clock.js";

interface Event {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
  cancelled: boolean;
}

/**
 * A clock that stands still until it is moved: one queue of events, ordered by time, then by the
 * order in which they were asked for. Whoever drives it decides when nothing is in flight.
 */
export class SimulatedClock implements Clock {
  #now: number;
  #asked = 0;
  readonly #heap: Event[] = [];

  /** @param start what the clock shows first, epoch milliseconds */
  constructor(start: number) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  at(at: number, run: () => void): Cancel {
    const event: Event = { at: Math.max(at, this.#now), order: this.#asked++, run, cancelled: false };
    this.#push(event);
    return () => {
      event.cancelled = true;
    };
  }

  /** The time of the next event, or null when none waits. */
  next(): number | null {
    this.#dropCancelled();
    return this.#heap[0]?.at ?? null;
  }

  /** Moves to the next event and runs it. False when none waits. */
  step(): boolean {
    this.#dropCancelled();
    const event = this.#pop();
    if (event === undefined) return false;
    this.#now = Math.max(this.#now, event.at);
    event.run();
    return true;
  }

  /** Runs every event up to and including `until`, then shows `until`. For worlds without promises. */
  runUntil(until: number): void {
    for (let at = this.next(); at !== null && at <= until; at = this.next()) this.step();
    this.#now = Math.max(this.#now, until);
  }

  /**
   * Like `runUntil`, for worlds with promises: after each event it waits for `settled`, which
   * resolves once nothing is in flight any more.
   */
  async drive(until: number, settled: () => Promise<void>): Promise<void> {
    await settled();
    for (let at = this.next(); at !== null && at <= until; at = this.next()) {
      this.step();
      await settled();
    }
    this.#now = Math.max(this.#now, until);
  }

  #dropCancelled(): void {
    while (this.#heap[0]?.cancelled) this.#pop();
  }

  #before(a: Event, b: Event): boolean {
    return a.at < b.at || (a.at === b.at && a.order < b.order);
  }

  #push(event: Event): void {
    const heap = this.#heap;
    let i = heap.push(event) - 1;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      const above = heap[parent] as Event;
      if (!this.#before(event, above)) break;
      heap[i] = above;
      i = parent;
    }
    heap[i] = event;
  }

  #pop(): Event | undefined {
    const heap = this.#heap;
    const top = heap[0];
    const last = heap.pop();
    if (top === undefined || last === undefined || heap.length === 0) return top;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && this.#before(heap[child + 1] as Event, heap[child] as Event)) child++;
      if (!this.#before(heap[child] as Event, last)) break;
      heap[i] = heap[child] as Event;
      i = child;
    }
    heap[i] = last;
    return top;
  }
}
