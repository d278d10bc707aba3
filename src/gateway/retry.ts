import pRetry from "p-retry";
import { sleep, type Clock } from "../core/time/clock.js";
import type { Random } from "../core/random.js";
import { AnswerError, DeadlineError, NetworkError, RateLimitedError, ServiceError } from "./errors.js";

export interface RetrySettings {
  /** Further tries after the first. */
  readonly retries: number;
  /** The first pause, milliseconds; each further one is twice as long. */
  readonly backoffMs: number;
}

interface RetryOptions extends RetrySettings {
  readonly wall: Clock;
  /** Where no limiter holds the request: the clock on which it waits itself as long as a 429 says. */
  readonly unheld?: Clock | undefined;
  readonly random: Random;
  readonly signal?: AbortSignal | undefined;
}

/** Whether another try may well succeed. */
export function isTransient(error: unknown): boolean {
  return (
    error instanceof NetworkError ||
    error instanceof DeadlineError ||
    error instanceof ServiceError ||
    error instanceof RateLimitedError ||
    (error instanceof AnswerError && error.transient)
  );
}

/**
 * Tries again after a first failure, with pauses that double, each drawn between half and the whole
 * of its length. p-retry counts and decides; the pauses are ours, on the clock port (p-retry's own
 * are on the machine's clock, with chance of its own). After a 429 the limiter does the waiting, where it
 * holds such requests at all.
 */
export function retryAfter<T>(first: unknown, attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { retries, backoffMs, wall, unheld, random, signal } = options;
  return pRetry((tried) => (tried === 1 ? Promise.reject(first as Error) : attempt()), {
    retries,
    minTimeout: 0,
    maxTimeout: 0,
    signal,
    shouldRetry: async ({ error, attemptNumber }) => {
      if (!isTransient(error)) return false;
      if (error instanceof RateLimitedError) {
        if (unheld !== undefined) await sleep(unheld, error.pauseMs, signal);
      } else {
        const pause = backoffMs * 2 ** (attemptNumber - 1);
        await sleep(wall, pause * (0.5 + random.next() / 2), signal);
      }
      return true;
    },
  });
}
