import { DAY, MINUTE } from "../core/time/duration.js";

/** The first wait between two tellings, and the longest: each is twice the one before. */
const FIRST = 10 * MINUTE;
const LONGEST = DAY;

/** When people hear again of what happens again and again: at once, then ever more rarely. After a quiet time it is news again. */
export class BackoffNotes {
  #next = -Infinity;
  #wait = FIRST;

  /** Whether they hear of it now (epoch milliseconds); then they have. */
  due(now: number): boolean {
    if (now < this.#next) return false;
    this.#wait = now - this.#next > LONGEST ? FIRST : Math.min(LONGEST, 2 * this.#wait);
    this.#next = now + this.#wait;
    return true;
  }
}
