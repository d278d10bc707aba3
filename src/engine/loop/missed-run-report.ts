import { BackoffNotes } from "../backoff-notes.js";

/** Runs that a strategy missed: how many, and when the first of them was due, epoch milliseconds. */
interface Missed {
  readonly runs: number;
  readonly since: number;
  /** Whether it was still deciding when it missed some of them. */
  readonly busy: boolean;
}

/** Counts the runs that a strategy missed, and says when people should hear of it: a schedule that is too tight misses for ever. */
export class MissedRuns {
  #untold = 0;
  #since = Infinity;
  #busy = false;
  readonly #rarer = new BackoffNotes();

  /** Missed runs of which nobody was told. */
  get untold(): number {
    return this.#untold;
  }

  /**
   * Adds missed runs; gives those to tell of now, null where there is none, or it is too soon.
   *
   * @param since when the first of them was due
   * @param busy whether it is still deciding
   */
  add(runs: number, since: number, now: number, busy: boolean): Missed | null {
    this.#untold += runs;
    if (runs > 0) {
      this.#since = Math.min(this.#since, since);
      this.#busy ||= busy;
    }
    return this.#untold > 0 && this.#rarer.due(now) ? this.rest() : null;
  }

  /** Those that nobody was told of, to be told at the end; null where there is none. */
  rest(): Missed | null {
    if (this.#untold === 0) return null;
    const told = { runs: this.#untold, since: this.#since, busy: this.#busy };
    this.#untold = 0;
    this.#since = Infinity;
    this.#busy = false;
    return told;
  }
}
