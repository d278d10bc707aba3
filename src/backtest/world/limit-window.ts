import type { RateLimit } from "../../model/rules.js";

/**
 * One rate limit as a sliding window: at most `count` requests in any `windowMs` milliseconds, wherever the service's own
 * window begins. Keeps a number an instant, not an object a request.
 */
export class LimitWindow {
  readonly limit: RateLimit;
  #times = new Float64Array(64);
  #counts = new Float64Array(64);
  #first = 0;
  #size = 0;
  #sum = 0;
  #last = Number.NaN;
  #breachedAt = Number.NaN;
  /** Instants at which there was more than the limit allows, and what was asked for at the first one. */
  breaches = 0;
  firstBreach: { readonly at: number; readonly requests: number } | null = null;

  constructor(limit: RateLimit) {
    this.limit = limit;
  }

  /** Takes in what was asked for at an instant, which must not be before the last one. */
  add(at: number, requests: number): void {
    if (at === this.#last && this.#size > 0) {
      const last = (this.#first + this.#size - 1) & (this.#times.length - 1);
      this.#counts[last] = (this.#counts[last] as number) + requests;
    } else this.#push(at, requests);
    this.#sum += requests;
    if (this.#sum > this.limit.count) this.#breach(at);
  }

  #push(at: number, requests: number): void {
    this.#forget(at);
    if (this.#size === this.#times.length) this.#grow();
    const last = (this.#first + this.#size++) & (this.#times.length - 1);
    this.#times[last] = at;
    this.#counts[last] = requests;
    this.#last = at;
  }

  /** More than the limit; within one instant it is one breach, of all that was asked for then. */
  #breach(at: number): void {
    if (at !== this.#breachedAt) this.breaches++;
    this.#breachedAt = at;
    if (this.firstBreach === null || this.firstBreach.at === at) this.firstBreach = { at, requests: this.#sum };
  }

  /** Requests that may be made at `at` before the limit is reached. */
  left(at: number): number {
    this.#forget(at);
    return Math.max(0, this.limit.count - this.#sum);
  }

  /** Whether so many requests more, from `at` on, could never break the limit. */
  mayHold(at: number, requests: number): boolean {
    this.#forget(at);
    return this.#sum + requests <= this.limit.count;
  }

  #forget(at: number): void {
    const until = at - this.limit.windowMs;
    while (this.#size > 0 && (this.#times[this.#first] as number) <= until) {
      this.#sum -= this.#counts[this.#first] as number;
      this.#first = (this.#first + 1) & (this.#times.length - 1);
      this.#size--;
    }
  }

  /** Twice the room; the length stays a power of two, and the oldest instant comes first. */
  #grow(): void {
    const length = this.#times.length;
    const unrolled = (old: Float64Array): Float64Array<ArrayBuffer> => {
      const grown = new Float64Array(2 * length);
      grown.set(old.subarray(this.#first));
      grown.set(old.subarray(0, this.#first), length - this.#first);
      return grown;
    };
    this.#times = unrolled(this.#times);
    this.#counts = unrolled(this.#counts);
    this.#first = 0;
  }
}
