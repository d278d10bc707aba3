import type { Cancel, Clock, Timer } from "./clock.js";

/** Something that happens once, or, armed again, time after time. `order` breaks ties: what was asked for first comes first. */
class Event implements Timer {
  at = Number.NaN;
  order = 0;
  /** Whether it is in the queue. */
  queued = false;
  /** Whether it counts where it is in the queue: one that was cleared stays there until its turn. */
  set = false;

  constructor(
    readonly line: Timeline,
    readonly run: () => void,
  ) {}

  arm(at: number): void {
    this.line.place(this, at);
  }

  clear(): void {
    this.line.clear(this);
  }

  take(): boolean {
    return this.line.take(this);
  }
}

/** The time, and what is to happen: a binary heap of events, by time, then by the order in which they were asked for. */
class Timeline {
  /** A number from the start: a field that was anything else first takes a new object for each number. */
  now = Number.NaN;
  /** How often an event may still take itself further before whoever moves the clock wants it back. */
  left = 0;
  readonly #heap: Event[] = [];
  #length = 0;
  #asked = 0;
  /** The one that runs, until it is set again or over. */
  #running: Event | null = null;
  /** The one that was set last, not in the queue yet: a deadline is cleared, a tick taken, before anybody asks what comes next. */
  #fresh: Event | null = null;

  constructor(start: number) {
    this.now = start;
  }

  /** The next one that counts, or null. */
  first(): Event | null {
    this.#enter();
    for (;;) {
      const first = this.#length === 0 ? null : (this.#heap[0] as Event);
      if (first === null || first.set) return first;
      this.#takeFirst();
    }
  }

  /** Whether an event is the next one, and may run; then it counts as the one that runs, and its time has come. */
  take(event: Event): boolean {
    if (this.left === 0 || this.#running !== null) return false;
    // One that takes itself further time after time never enters the queue.
    if (event === this.#fresh && (this.#length === 0 || event.at < (this.#heap[0] as Event).at)) this.#fresh = null;
    else if (this.first() === event) this.#takeFirst();
    else return false;
    this.left--;
    this.#begin(event);
    return true;
  }

  /** Runs the first one. */
  run(first: Event): void {
    this.#takeFirst();
    this.#begin(first);
    try {
      first.run();
    } finally {
      this.#running = null;
    }
  }

  #begin(event: Event): void {
    this.#running = event;
    // Never before now: see `place`, and nothing that is due is passed over.
    this.now = event.at;
  }

  /** Sets an event to a time, which is now where it has passed. */
  place(event: Event, at: number): void {
    if (event === this.#running) this.#running = null;
    // One that is in the queue cannot stay where it is: what was asked for later comes later.
    if (event.queued) this.#remove(event);
    if (this.#fresh !== null && event !== this.#fresh) this.#enter();
    event.set = true;
    event.at = at > this.now ? at : this.now;
    event.order = this.#asked++;
    this.#fresh = event;
  }

  clear(event: Event): void {
    event.set = false;
    if (event === this.#fresh) this.#fresh = null;
  }

  /** Puts the one that was set last into the queue. */
  #enter(): void {
    const fresh = this.#fresh;
    if (fresh === null) return;
    this.#fresh = null;
    fresh.queued = true;
    this.#up(this.#length++, fresh);
  }

  #takeFirst(): void {
    const first = this.#heap[0] as Event;
    first.queued = false;
    const last = this.#heap[--this.#length] as Event;
    if (this.#length > 0) this.#down(0, last);
  }

  #remove(event: Event): void {
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
  readonly #line: Timeline;

  /** @param start what the clock shows first, epoch milliseconds */
  constructor(start: number) {
    this.#line = new Timeline(start);
  }

  now(): number {
    return this.#line.now;
  }

  at(at: number, run: () => void): Cancel {
    const event = new Event(this.#line, run);
    event.arm(at);
    return () => event.clear();
  }

  timer(run: () => void): Timer {
    return new Event(this.#line, run);
  }

  /** The time of the next event, or null when none waits. */
  next(): number | null {
    return this.#line.first()?.at ?? null;
  }

  /**
   * Moves to the next event and runs it. False when none waits.
   *
   * @param more how many times in a row it may take itself further (`Timer.take`) before it comes back; default: none
   */
  step(more = 0): boolean {
    const event = this.#line.first();
    if (event === null) return false;
    this.#line.left = more;
    this.#line.run(event);
    return true;
  }

  /** Runs every event up to and including `until`, then shows `until`. For worlds without promises. */
  runUntil(until: number): void {
    for (let at = this.next(); at !== null && at <= until; at = this.next()) this.step();
    this.#advance(until);
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
    this.#advance(until);
  }

  #advance(until: number): void {
    this.#line.now = Math.max(this.#line.now, until);
  }
}
