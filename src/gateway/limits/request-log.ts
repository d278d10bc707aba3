import { SlidingWindow } from "../../core/sliding-window.js";

/**
 * What was spent of one scope: requests in flight, and when the others ended. A request may reach the
 * server at any moment between its sending and its end, so it counts from the one until a window after
 * the other.
 */
export class RequestLog {
  #inFlight = 0;
  readonly #ends = new SlidingWindow();

  begin(): void {
    this.#inFlight++;
  }

  /** Takes back a `begin`: the request was never sent. */
  withdraw(): void {
    this.#inFlight--;
  }

  finish(end: number): void {
    this.#inFlight--;
    this.add(end);
  }

  /** A request that ended, or will have ended by `end` at the latest. Those of several files come one file after the other. */
  add(end: number): void {
    this.#ends.add(end);
  }

  /** Forgets one request with this end; false if none has it. */
  remove(end: number): boolean {
    return this.#ends.remove(end);
  }

  /** How many requests are in flight or ended after `since`. */
  held(since: number): number {
    return this.#inFlight + this.#ends.countAfter(since);
  }

  /**
   * The moment since which fewer than `count` requests are held: -Infinity if that was always so,
   * null if it takes an answer to those in flight.
   */
  fewerThan(count: number): number | null {
    const others = count - 1 - this.#inFlight;
    return others < 0 ? null : this.#ends.latest(others);
  }

  /** Forgets what ended at or before `before`. */
  prune(before: number): void {
    this.#ends.prune(before);
  }

  /** Brings every later end forward to `latest`: the clock was set back, and nothing can end that far ahead. */
  clamp(latest: number): void {
    this.#ends.clamp(latest);
  }
}
