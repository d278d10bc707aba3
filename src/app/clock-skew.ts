import { formatDuration, SECOND } from "../core/time/duration.js";

/**
 * More than this between the service's clock and the machine's, milliseconds, and readings are taken for older than they
 * are.
 */
const FAR = 5_000;

/** What to do about a clock that is far off. */
export const SET_THE_CLOCK =
  "Synchronise this machine's clock (NTP). If the service is a fast sandbox, set `clock.speed`.";

/** How the service's clock stands beside the machine's. */
interface Skew {
  readonly text: string;
  readonly far: boolean;
}

/**
 * Compares the clocks by an answer that says what time it is. All in epoch milliseconds.
 *
 * @param said what the service's clock showed
 * @param asked what the machine's showed before the question
 * @param heard what it showed after the answer: however long that took, it alone makes no clock wrong
 */
export function clockSkew(said: number, asked: number, heard: number): Skew {
  const skew = said - (asked + heard) / 2;
  // It is not known better: when within its way the answer was written is a guess.
  const seconds = Math.round(Math.abs(skew) / SECOND);
  const text = `the service's clock is ${formatDuration(seconds * SECOND)} ${skew < 0 ? "behind" : "ahead"}`;
  return { text, far: said - heard > FAR || asked - said > FAR };
}
