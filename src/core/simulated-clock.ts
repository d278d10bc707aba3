import type { Cancel, Clock, Timer } from "./clock.js";

/** Something that happens once. `order` breaks ties: what was asked for first comes first. */
class Event implements Timer {
  at = Number.NaN;
  order = 0;
  /** Whether it is in the queue. */
  queued = false;
  /** Whether it still counts when its time comes. */
  set = false;

  constructor(
    readonly queue: EventQueue,
    readonly run: () => void,
  ) {}

  arm(at: number): void {
    this.set = true;
    if (this.queue.rearm(this, at)) return;
    // One that is in the queue cannot stay where it is: what was asked for later comes later.
    if (this.queued) this.queue.remove(this);
    this.queue.add(this, at);
  }

  clear(): void {
    this.set = false;
  }
}

/** A binary heap of events, by time, then by the order in which they were asked for. */
class EventQueue {
  readonly #heap: Event[] = [];
  #length = 0;
  #asked = 0;
  /** The one that runs: it stays first until it is over, for nearly every one is set again meanwhile. */
  #running: Event | null = null;

  /** The next one that counts, or null. */
  first(): Event | null {
    this.#leave();
    for (;;) {
      const first = this.#length === 0 ? null : (this.#heap[0] as Event);
      if (first === null || first.set) return first;
      this.#takeFirst();
    }
  }

  /** Whether an event is the next one; then it counts as the one that runs. */
  take(event: Event): boolean {
    if (!event.set || this.#running !== null || this.#length === 0 || this.#heap[0] !== event) return false;
    event.set = false;
    this.#running = event;
    return true;
  }

  /** Runs the first one. */
  run(first: Event): void {
    first.set = false;
    this.#running = first;
    try {
      first.run();
    } finally {
      this.#leave();
    }
  }

  /** Sets the one that runs again, in its place; false where it is not this one. */
  rearm(event: Event, at: number): boolean {
    if (this.#running !== event) return false;
    this.#running = null;
    event.at = at;
    event.order = this.#asked++;
    this.#down(0, event);
    return true;
  }

  #leave(): void {
    const running = this.#running;
    if (running === null) return;
    this.#running = null;
    if (this.#heap[0] === running) this.#takeFirst();
  }

  #takeFirst(): void {
    const first = this.#heap[0] as Event;
    first.queued = false;
    const last = this.#heap[--this.#length] as Event;
    if (this.#length > 0) this.#down(0, last);
  }

  add(event: Event, at: number): void {
    event.at = at;
    event.order = this.#asked++;
    event.queued = true;
    this.#up(this.#length++, event);
  }

  remove(event: Event): void {
    const i = this.#heap.indexOf(event);
    event.queued = false;
    const last = this.#heap[--this.#length] as Event;
    if (i === this.#length) return;
    this.#down(i, last);
    this.#up(this.#heap.indexOf(last), last);
  }

  #up(from: number, event: Event): void {
    const heap = this.#heap;
    let i = from;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      const above = heap[parent] as Event;
      if (!before(event, above)) break;
      heap[i] = above;
      i = parent;
    }
    if (heap[i] !== event) heap[i] = event;
  }

  #down(from: number, event: Event): void {
    const heap = this.#heap;
    const length = this.#length;
    let i = from;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= length) break;
      if (child + 1 < length && before(heap[child + 1] as Event, heap[child] as Event)) child++;
      if (!before(heap[child] as Event, event)) break;
      heap[i] = heap[child] as Event;
      i = child;
    }
    if (heap[i] !== event) heap[i] = event;
  }
}

function before(a: Event, b: Event): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

/**
 * A clock that stands still until it is moved: one queue of events, ordered by time, then by the
 * order in which they were asked for. Whoever drives it decides when nothing is in flight.
 */
export class SimulatedClock implements Clock {
  #now: number;
  readonly #queue = new EventQueue();
  /** How often a timer may still be taken before whoever moves the clock wants it back. */
  #left = 0;

  /** @param start what the clock shows first, epoch milliseconds */
  constructor(start: number) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  at(at: number, run: () => void): Cancel {
    const event = new Event(this.#queue, run);
    event.set = true;
    this.#queue.add(event, Math.max(at, this.#now));
    return () => {
      event.set = false;
    };
  }

  timer(run: () => void): Timer {
    const event = new Event(this.#queue, run);
    return {
      arm: (at) => event.arm(at > this.#now ? at : this.#now),
      clear: () => event.clear(),
      take: () => this.#take(event),
    };
  }

  /** The time of the next event, or null when none waits. */
  next(): number | null {
    return this.#queue.first()?.at ?? null;
  }

  #take(event: Event): boolean {
    if (this.#left === 0 || !this.#queue.take(event)) return false;
    this.#left--;
    if (event.at > this.#now) this.#now = event.at;
    return true;
  }

  /**
   * Moves to the next event and runs it. False when none waits.
   *
   * @param more how many times in a row it may take itself further (`Timer.take`) before it comes back; default: none
   */
  step(more = 0): boolean {
    const event = this.#queue.first();
    if (event === null) return false;
    this.#left = more;
    if (event.at > this.#now) this.#now = event.at;
    this.#queue.run(event);
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
}
