/** The first wait between two tellings, and the longest: each is twice the one before. */
const FIRST = 600_000;
const LONGEST = 86_400_000;

/** Counts the runs that a strategy missed, and says when people should hear of it: a schedule that is too tight misses for ever. */
export class MissedRuns {
  #untold = 0;
  #next = -Infinity;
  #wait = FIRST;

  /** Missed runs of which nobody was told. */
  get untold(): number {
    return this.#untold;
  }

  /** Adds missed runs; gives how many there are to tell of now, 0 where it is too soon. */
  add(count: number, now: number): number {
    this.#untold += count;
    if (this.#untold === 0 || now < this.#next) return 0;
    // After a quiet time it is news again.
    this.#wait = now - this.#next > LONGEST ? FIRST : Math.min(LONGEST, 2 * this.#wait);
    this.#next = now + this.#wait;
    return this.rest();
  }

  /** Those that nobody was told of, to be told at the end. */
  rest(): number {
    const told = this.#untold;
    this.#untold = 0;
    return told;
  }
}
