/**
 * What was spent of one scope: requests in flight, and when the others ended, sorted. A request may
 * reach the server at any moment between its sending and its end, so it counts from the one until a
 * window after the other.
 */
export class Spent {
  #inFlight = 0;
  /** Ascending; entries before `#first` are forgotten. */
  #ends: number[] = [];
  #first = 0;

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

  /** A request that ended, or will have ended by `end` at the latest. */
  add(end: number): void {
    // Ends come almost in order, but for those of several files that are read one after the other.
    const last = this.#ends.length - 1;
    if (last < this.#first || (this.#ends[last] as number) <= end) this.#ends.push(end);
    else this.#ends.splice(this.#after(end), 0, end);
  }

  /** Forgets one request with this end; false where none has it. */
  remove(end: number): boolean {
    const i = this.#after(end) - 1;
    if (i < this.#first || this.#ends[i] !== end) return false;
    this.#ends.splice(i, 1);
    return true;
  }

  /** How many requests are in flight or ended after `since`. */
  held(since: number): number {
    return this.#inFlight + this.#ends.length - this.#after(since);
  }

  /**
   * The moment since which fewer than `count` requests are held: -Infinity where that was always so,
   * null where it takes an answer to those in flight.
   */
  fewerThan(count: number): number | null {
    const others = count - 1 - this.#inFlight;
    if (others < 0) return null;
    const last = this.#ends.length - 1 - others;
    return last < this.#first ? -Infinity : (this.#ends[last] as number);
  }

  /** Forgets what ended at or before `before`. */
  prune(before: number): void {
    this.#first = this.#after(before);
    if (this.#first > 1_024 && this.#first * 2 > this.#ends.length) {
      this.#ends = this.#ends.slice(this.#first);
      this.#first = 0;
    }
  }

  /** Brings every later end forward to `latest`: the clock was set back, and nothing can end that far ahead. */
  clamp(latest: number): void {
    this.#ends.fill(latest, this.#after(latest));
  }

  /** The index of the first end after `at`. */
  #after(at: number): number {
    let low = this.#first;
    let high = this.#ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#ends[middle] as number) > at) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
