import { deadline, type Clock } from "../core/clock.js";
import { ContenderError } from "../core/errors.js";
import { andThen, isPromise, type MaybePromise } from "../core/maybe.js";
import type { Venue } from "../model/venue.js";
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
  /** Requests left before a limit: what waits for its turn is late as well, and the error says so. */
  readonly limitsLeft?: Venue["limitsLeft"];
}

/**
 * Like `attempt`, for what may never answer: after the time-out its signal aborts, and it counts as
 * failed whether or not it listens. Whatever waits for the service in a loop needs this, or one lost
 * answer stops the loop.
 */
export function attemptWithin<T>(
  { clock, timeout, stop, limitsLeft }: Bound,
  run: (options: { readonly signal?: AbortSignal }) => MaybePromise<T>,
): MaybePromise<Attempt<T>> {
  if (!Number.isFinite(timeout)) return attempt(() => run(stop === undefined ? {} : { signal: stop }));
  const late = deadline(clock, timeout, () => lateError(timeout, limitsLeft?.()), stop);
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

function lateError(timeout: number, left: ReturnType<Venue["limitsLeft"]> | undefined): LateAnswerError {
  const limits = Object.entries(left ?? {}).flatMap(([scope, count]) => (count === null ? [] : [`${scope} ${count}`]));
  const text =
    limits.length === 0 ? "" : `, its turn by the rate limits included (requests left: ${limits.join(", ")})`;
  return new LateAnswerError(`No answer within ${timeout} ms${text}`, {
    remedy:
      limits.length === 0 ? "" : "Where one of them is nearly used up, the request waits; it is asked again later.",
  });
}
