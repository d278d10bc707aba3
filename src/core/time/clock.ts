/** Takes back a timer; calling it again, or after the timer fired, does nothing. */
export type Cancel = () => void;

/**
 * The one source of time. Everything that asks for the time or waits takes a Clock; which one it is
 * (the system's, a scaled one, a simulated one) is decided by the wiring alone.
 */
export interface Clock {
  /** Milliseconds since the epoch, UTC, on this clock. Never runs backwards on a simulated clock. */
  now(): number;
  /** Calls `run` once, when this clock shows `at` (epoch milliseconds) or later; a past `at` means "as soon as possible", never synchronously. */
  at(at: number, run: () => void): Cancel;
  /** A timer that is set again and again, where the clock has a cheaper one than `at`; see `timerOn`. */
  timer?(run: () => void): Timer;
}

/** By so many milliseconds clocks correct themselves; one that goes back further was set back. */
export const CORRECTION_MS = 1_000;

/** A timer for one thing that happens time after time. */
export interface Timer {
  /** Sets it, as `Clock.at`; what it was set to before does not happen. */
  arm(at: number): void;
  clear(): void;
  /**
   * On a clock that somebody moves: where this timer is the next thing to happen, and whoever moves the clock lets it,
   * the clock shows that time and true is given: then it counts as having fired, and the caller does what it is
   * for. For who has just done it and would wait for nothing else.
   */
  take?(): boolean;
}

/** A timer on any clock. */
export function timerOn(clock: Clock, run: () => void): Timer {
  if (clock.timer !== undefined) return clock.timer(run);
  let cancel: Cancel = () => {};
  return {
    arm(at) {
      cancel();
      cancel = clock.at(at, run);
    },
    clear: () => cancel(),
  };
}

/**
 * Calls `run` again and again until it is taken back, each time so many milliseconds of the clock after the time before.
 *
 * @param first milliseconds until the first time; default: as between the others
 */
export function every(clock: Clock, ms: number, run: () => void, first = ms): Cancel {
  const timer = timerOn(clock, () => {
    timer.arm(clock.now() + ms);
    run();
  });
  timer.arm(clock.now() + first);
  return () => timer.clear();
}

/** Resolves when the clock shows `at`; rejects with the signal's reason when it is aborted first. */
export function sleepUntil(clock: Clock, at: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const onAbort = (): void => {
      cancel();
      reject(signal?.reason as Error);
    };
    const cancel = clock.at(at, () => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    });
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}

/** Resolves after `ms` milliseconds of this clock. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return sleepUntil(clock, clock.now() + ms, signal);
}
