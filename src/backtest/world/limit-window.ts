import type { RateLimit } from "../../model/rules.js";

/** Instants that have left the window are dropped from the lists once there are so many. */
const MOST_PASSED = 1_024;

/**
 * One rate limit as a sliding window: at most `count` requests in any `windowMs` milliseconds, wherever the service's own
 * window begins.
 */
export class LimitWindow {
  readonly limit: RateLimit;
  /** Instants at which something was asked for, epoch milliseconds, the oldest first, and how many requests these were. */
  #times: number[] = [];
  #counts: number[] = [];
  /** Index of the first instant that is in the window. */
  #first = 0;
  /** Requests in the window. */
  #sum = 0;
  #breachedAt = Number.NaN;
  /** Instants at which there was more than the limit allows, and what was asked for at the first one. */
  breaches = 0;
  firstBreach: { readonly at: number; readonly requests: number } | null = null;

  constructor(limit: RateLimit) {
    this.limit = limit;
  }

  /** Takes in requests of an instant, which must not be before the last one. */
  add(at: number, requests: number): void {
    this.#forget(at);
    const last = this.#times.length - 1;
    if (this.#times[last] === at && last >= this.#first) this.#counts[last] = (this.#counts[last] as number) + requests;
    else {
      this.#times.push(at);
      this.#counts.push(requests);
    }
    this.#sum += requests;
    if (this.#sum > this.limit.count) this.#breach(at);
  }

  /** Requests that may be made at `at` before the limit is reached. */
  left(at: number): number {
    this.#forget(at);
    return Math.max(0, this.limit.count - this.#sum);
  }

  /** More than the limit; within one instant it is one breach, of all that was asked for then. */
  #breach(at: number): void {
    if (at !== this.#breachedAt) this.breaches++;
    this.#breachedAt = at;
    if (this.firstBreach === null || this.firstBreach.at === at) this.firstBreach = { at, requests: this.#sum };
  }

  #forget(at: number): void {
    const until = at - this.limit.windowMs;
    while (this.#first < this.#times.length && (this.#times[this.#first] as number) <= until) {
      this.#sum -= this.#counts[this.#first] as number;
      this.#first++;
    }
    if (this.#first < MOST_PASSED) return;
    this.#times = this.#times.slice(this.#first);
    this.#counts = this.#counts.slice(this.#first);
    this.#first = 0;
  }
}
