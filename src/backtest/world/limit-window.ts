import { SlidingWindow } from "../../core/sliding-window.js";
import type { RateLimit } from "../../model/rules.js";

/**
 * One rate limit, and the requests that count against it: at most `count` in any `windowMs` milliseconds, wherever the
 * service's own window begins. Nothing is held back: what is beyond the limit is a breach.
 */
export class LimitWindow {
  readonly #requests = new SlidingWindow();
  #breachedAt = Number.NaN;
  /** Instants at which there was more than the limit allows, and what was asked for at the first one. */
  breaches = 0;
  firstBreach: { readonly at: number; readonly requests: number } | null = null;

  constructor(readonly limit: RateLimit) {}

  /** Counts the requests of an instant, which must not be before the last one. */
  add(at: number, requests: number): void {
    for (let i = 0; i < requests; i++) this.#requests.add(at);
    const within = this.#within(at);
    if (within <= this.limit.count) return;
    // Within one instant it is one breach, of all that was asked for then.
    if (at !== this.#breachedAt) this.breaches++;
    this.#breachedAt = at;
    if (this.firstBreach === null || this.firstBreach.at === at) this.firstBreach = { at, requests: within };
  }

  /** Requests that may be made at `at` before the limit is reached. */
  left(at: number): number {
    return Math.max(0, this.limit.count - this.#within(at));
  }

  #within(at: number): number {
    this.#requests.prune(at - this.limit.windowMs);
    return this.#requests.size;
  }
}
