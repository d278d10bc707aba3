import { CORRECTION_MS, type Clock } from "../../core/time/clock.js";

/** The time of a clock; tells, before it gives a time, by how much the clock was set back since the last one. */
export function watchedClock(clock: Clock, onSetBack: (back: number, now: number) => void): () => number {
  let last = -Infinity;
  return () => {
    const now = clock.now();
    const back = last - now;
    last = now;
    if (back > CORRECTION_MS) onSetBack(back, now);
    return now;
  };
}
