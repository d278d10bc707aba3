import type { Clock } from "../../core/clock.js";

/** Smaller steps back of a clock are its own corrections. */
const SET_BACK_MS = 1_000;

/** The time of a clock; tells, before it gives a time, by how much the clock was set back since the last one. */
export function watchedClock(clock: Clock, onSetBack: (back: number, now: number) => void): () => number {
  let last = -Infinity;
  return () => {
    const now = clock.now();
    const back = last - now;
    last = now;
    if (back > SET_BACK_MS) onSetBack(back, now);
    return now;
  };
}
