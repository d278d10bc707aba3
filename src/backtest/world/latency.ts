import type { Clock } from "../../core/time/clock.js";
import type { Venue } from "../../model/venue.js";

/** An execution that is on its way. */
interface Pending {
  /** When it arrives, epoch milliseconds. */
  readonly at: number;
  readonly execute: () => void;
}

/**
 * The venue behind a network: a request is executed `latency` milliseconds of the clock after it was sent, at the price
 * of that moment. The quote before it answers at once: its time is part of the latency, so that a decision at T is filled
 * at the price at T + latency. The driver asks for the next arrival and runs it, after all else that happens at that
 * moment: a tick or a price sample of the moment of a fill comes before the fill.
 */
export class DelayedExecutions {
  readonly #venue: Pick<Venue, "execute">;
  readonly #clock: Clock;
  readonly #latency: number;
  /** The next one first: each takes as long. */
  readonly #pending: Pending[] = [];

  constructor(venue: Pick<Venue, "execute">, clock: Clock, latency: number) {
    this.#venue = venue;
    this.#clock = clock;
    this.#latency = latency;
  }

  readonly execute: Venue["execute"] = (request, options) => {
    if (this.#latency === 0) return this.#venue.execute(request, options);
    return new Promise((resolve) => {
      const at = this.#clock.now() + this.#latency;
      this.#pending.push({ at, execute: () => resolve(this.#venue.execute(request, options)) });
    });
  };

  /** When the next request arrives, epoch milliseconds; Infinity where none is on its way. */
  next(): number {
    return this.#pending[0]?.at ?? Infinity;
  }

  /** Executes the request that arrives next. */
  run(): void {
    this.#pending.shift()?.execute();
  }
}
