import type { Cancel, Clock } from "./clock.js";

/** Something that happens once, at a time. */
interface Event {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Breaks ties: of two events at one time the one that was asked for first comes first. */
  readonly order: number;
  readonly run: () => void;
  cancelled: boolean;
}

/**
 * A clock that stands still until it is moved: one queue of events, ordered by time, then by the
 * order in which they were asked for. The driver decides when nothing is in flight.
 */
export class SimulatedClock implements Clock {
  /** A binary heap, the next event first. Cancelled events stay in it until their turn. */
  readonly #heap: Event[] = [];
  #now: number;
  #asked = 0;

  /** @param start what the clock shows first, epoch milliseconds */
  constructor(start: number) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  at(at: number, run: () => void): Cancel {
    const event = { at: Math.max(at, this.#now), order: this.#asked++, run, cancelled: false };
    this.#push(event);
    return () => {
      event.cancelled = true;
    };
  }

  /** The time of the next event, or null when none waits. */
  next(): number | null {
    return this.#first()?.at ?? null;
  }

  /** Moves to the next event and runs it. False when none waits. */
  step(): boolean {
    const event = this.#first();
    if (event === null) return false;
    this.#pop();
    this.#now = event.at;
    event.run();
    return true;
  }

  /** Shows a later time, for a driver that knows that no event comes before it. A time in the past changes nothing. */
  moveTo(at: number): void {
    if (at > this.#now) this.#now = at;
  }

  /** Runs every event up to and including `until`, then shows `until`. For worlds without promises. */
  runUntil(until: number): void {
    for (let at = this.next(); at !== null && at <= until; at = this.next()) this.step();
    this.moveTo(until);
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
    this.moveTo(until);
  }

  /** The next event that was not cancelled, or null. */
  #first(): Event | null {
    for (;;) {
      const first = this.#heap[0];
      if (first === undefined) return null;
      if (!first.cancelled) return first;
      this.#pop();
    }
  }

  #push(event: Event): void {
    const heap = this.#heap;
    let i = heap.length;
    heap.push(event);
    while (i > 0) {
      const parent = (i - 1) >> 1;
      const above = heap[parent] as Event;
      if (!isBefore(event, above)) break;
      heap[i] = above;
      heap[parent] = event;
      i = parent;
    }
  }

  /** Removes the first event. */
  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    heap[0] = last;
    let i = 0;
    for (;;) {
      const left = 2 * i + 1;
      const right = left + 1;
      if (left >= heap.length) return;
      const child = right < heap.length && isBefore(heap[right] as Event, heap[left] as Event) ? right : left;
      const below = heap[child] as Event;
      if (!isBefore(below, last)) return;
      heap[i] = below;
      heap[child] = last;
      i = child;
    }
  }
}

function isBefore(a: Event, b: Event): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}
