import { deadline, type Clock } from "../core/clock.js";
import { ContenderError } from "../core/errors.js";
import { andThen, isPromise, type MaybePromise } from "../core/maybe.js";
import { attempt, type Attempt } from "./attempt.js";

/** Something that was asked of the service did not come in time. */
export class LateAnswerError extends ContenderError {
  readonly code = "LATE_ANSWER";
}

export interface Bound {
  readonly clock: Clock;
  /** Milliseconds of the clock; `Infinity`: however long it takes. */
  readonly timeout: number;
  /** Aborts when the answer is not needed any more. */
  readonly stop?: AbortSignal;
}

/**
 * Like `attempt`, for what may never answer: after the time-out its signal aborts, and it counts as
 * failed whether or not it listens. Whatever waits for the service in a loop needs this, or one lost
 * answer stops the loop.
 */
export function attemptWithin<T>(
  { clock, timeout, stop }: Bound,
  run: (options: { readonly signal?: AbortSignal }) => MaybePromise<T>,
): MaybePromise<Attempt<T>> {
  if (!Number.isFinite(timeout)) return attempt(() => run(stop === undefined ? {} : { signal: stop }));
  const late = deadline(clock, timeout, () => new LateAnswerError(`No answer within ${timeout} ms`), stop);
  const result = attempt(() => run({ signal: late.signal }));
  if (!isPromise(result)) {
    late.clear();
    return result;
  }
  const aborted = new Promise<Attempt<T>>((resolve) => {
    const give = (): void => resolve({ ok: false, error: late.signal.reason });
    if (late.signal.aborted) give();
    else late.signal.addEventListener("abort", give, { once: true });
  });
  return andThen(Promise.race([result, aborted]), (ended) => {
    late.clear();
    return ended;
  });
}
