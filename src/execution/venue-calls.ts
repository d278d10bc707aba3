import type { Clock } from "../core/time/clock.js";
import { LazyDeadline } from "../core/time/lazy-deadline.js";
import { isPromise, type MaybePromise } from "../core/maybe.js";
import type { CallOptions } from "../model/venue.js";
import { TradeDeadlineError } from "./errors.js";

/** Asks a venue for what trades are or wait for, each time with a deadline of its own. */
export class VenueCalls {
  readonly #clock: Clock;
  readonly #ms: number;

  /**
   * @param clock of networks
   * @param ms longest wait, milliseconds of it
   */
  constructor(clock: Clock, ms: number) {
    this.#clock = clock;
    this.#ms = ms;
  }

  /**
   * The answer, at once where it is there; rejects with TradeDeadlineError where it is not there in time, also for venues that do not heed the signal.
   *
   * @param sendBy as in CallOptions
   */
  within<T>(ask: (options: CallOptions) => MaybePromise<T>, sendBy?: number): MaybePromise<T> {
    const late = new LazyDeadline(
      this.#clock,
      this.#ms,
      () => new TradeDeadlineError(`No usable answer within ${this.#ms} ms`),
    );
    let answer: MaybePromise<T>;
    try {
      answer = ask({
        purpose: "trade",
        sendBy,
        get signal() {
          return late.options.signal;
        },
      });
    } catch (error) {
      late.clear();
      throw error;
    }
    if (isPromise(answer)) return within(late, answer);
    late.clear();
    return answer;
  }
}

function within<T>(late: LazyDeadline, answer: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    late.wait(reject);
    const answered = (): void => late.clear();
    answer.then(answered, answered);
    answer.then(resolve, reject);
  });
}
