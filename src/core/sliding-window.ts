/** Moments in the order of time, and how many of them lie within a window, wherever it begins. They may be added in any order. */
export class SlidingWindow {
  /** Ascending; those before `#first` are forgotten. */
  #moments: number[] = [];
  #first = 0;

  get size(): number {
    return this.#moments.length - this.#first;
  }

  add(at: number): void {
    // Moments come almost in order.
    const last = this.#moments.length - 1;
    if (last < this.#first || (this.#moments[last] as number) <= at) this.#moments.push(at);
    else this.#moments.splice(this.#after(at), 0, at);
  }

  /** Forgets one of the moments that are `at`; false if there is none. */
  remove(at: number): boolean {
    const i = this.#after(at) - 1;
    if (i < this.#first || this.#moments[i] !== at) return false;
    this.#moments.splice(i, 1);
    return true;
  }

  /** How many moments are later than `since`. */
  countAfter(since: number): number {
    return this.#moments.length - this.#after(since);
  }

  /** The latest moment that has `later` others after it in this order; -Infinity if there are not so many. */
  latest(later: number): number {
    const i = this.#moments.length - 1 - later;
    return i < this.#first ? -Infinity : (this.#moments[i] as number);
  }

  /** Forgets what is at or before `before`. */
  prune(before: number): void {
    this.#first = this.#after(before);
    if (this.#first > 1_024 && this.#first * 2 > this.#moments.length) {
      this.#moments = this.#moments.slice(this.#first);
      this.#first = 0;
    }
  }

  /** Brings every moment later than `latest` forward to it. */
  clamp(latest: number): void {
    this.#moments.fill(latest, this.#after(latest));
  }

  /** The index of the first moment after `at`. */
  #after(at: number): number {
    let low = this.#first;
    let high = this.#moments.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#moments[middle] as number) > at) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
