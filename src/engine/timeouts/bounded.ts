import type { Clock } from "../../core/time/clock.js";
import { ContenderError } from "../../core/errors.js";
import { LazyDeadline } from "../../core/time/lazy-deadline.js";
import { isPromise, type MaybePromise } from "../../core/maybe.js";
import { limitsLeftText, type LimitsLeft } from "../../model/limits-left.js";
import type { Venue } from "../../model/venue.js";
import { attempt, type Attempt } from "../../core/attempt.js";

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
  bound: Bound,
  run: (options: { readonly signal?: AbortSignal | undefined }) => MaybePromise<T>,
): MaybePromise<Attempt<T>> {
  const { timeout, stop } = bound;
  if (!Number.isFinite(timeout)) return attempt(() => run({ signal: stop }));
  const late = lateAfter(bound);
  let result: MaybePromise<T>;
  try {
    result = run(late.options);
  } catch (error) {
    late.clear();
    return { ok: false, error };
  }
  if (isPromise(result)) return within(late, result);
  late.clear();
  return { ok: true, value: result };
}

/** The deadline of what is asked now. */
export function lateAfter({ clock, timeout, stop, limitsLeft }: Bound): LazyDeadline {
  return new LazyDeadline(clock, timeout, () => lateError(timeout, limitsLeft?.()), stop);
}

/** How a promise ends, or that it did not in time. Never rejects. */
export function within<T>(late: LazyDeadline, result: Promise<T>): Promise<Attempt<T>> {
  return new Promise((resolve) => {
    late.wait((error) => resolve({ ok: false, error }));
    result.then(
      (value) => {
        late.clear();
        resolve({ ok: true, value });
      },
      (error: unknown) => {
        late.clear();
        resolve({ ok: false, error });
      },
    );
  });
}

function lateError(timeout: number, left: LimitsLeft | undefined): LateAnswerError {
  const text = `No usable answer within ${timeout} ms`;
  const limits = left === undefined ? "" : limitsLeftText(left);
  if (limits === "") return new LateAnswerError(text);
  return new LateAnswerError(`${text}, its turn by the rate limits included (${limits})`, {
    remedy: "Where one of them is nearly used up, the request waits; it is asked again later.",
  });
}
