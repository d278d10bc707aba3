import type { Ticket } from "./request-log-store.js";

/** How long a record may be used for further requests, milliseconds of the clock. */
export const LEASE_MS = 100;

/**
 * A record that covers several requests of one operation, so that a burst is not written down one
 * by one. The first covers one; each that was used up in time is followed by one twice as large.
 */
export class Lease {
  #left: number;
  #used = 0;
  #open = 0;
  #lastEnd = -Infinity;

  /** @param onClosed called once, when no more will be sent and all have ended; with how many there were, and the last end */
  constructor(
    readonly id: string,
    private readonly size: number,
    private readonly until: number,
    private readonly onClosed: (used: number, lastEnd: number) => void,
  ) {
    this.#left = size;
  }

  /** Takes one request more; null where it is used up or over. */
  take(now: number): Ticket | null {
    if (this.#left === 0 || now > this.until) return null;
    const first = this.#left-- === this.size;
    this.#used++;
    this.#open++;
    return {
      record: first ? this.id : null,
      ended: (end) => this.#settle(Math.max(this.#lastEnd, end)),
      cancelled: () => {
        this.#used--;
        // The one for which it was written found no room: nor would the others.
        if (first) this.#left = 0;
        this.#settle(this.#lastEnd);
      },
    };
  }

  /** How many the next record should cover. */
  nextSize(now: number, most: () => number): number {
    return this.#left === 0 && now <= this.until ? Math.max(1, Math.min(most(), this.size * 2)) : 1;
  }

  /** No more will be sent. */
  retire(): void {
    if (this.#left === 0) return;
    this.#left = 0;
    this.#closeIfOver();
  }

  #settle(lastEnd: number): void {
    this.#lastEnd = lastEnd;
    this.#open--;
    this.#closeIfOver();
  }

  #closeIfOver(): void {
    if (this.#left === 0 && this.#open === 0) this.onClosed(this.#used, this.#lastEnd);
  }
}
