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
}

/** Milliseconds by which a clock may correct itself backwards; one that goes back further was set back. */
export const CORRECTION_MS = 1_000;

/**
 * Calls `run` again and again until it is taken back, each time so many milliseconds of the clock after the time before.
 *
 * @param first milliseconds until the first time; default: as between the others
 */
export function every(clock: Clock, ms: number, run: () => void, first = ms): Cancel {
  let cancel: Cancel = () => {};
  const arm = (wait: number): void => {
    cancel = clock.at(clock.now() + wait, () => {
      arm(ms);
      run();
    });
  };
  arm(first);
  return () => cancel();
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
