import type { Clock } from "../core/time/clock.js";
import { LazyDeadline } from "../core/time/lazy-deadline.js";
import { isPromise, type MaybePromise } from "../core/maybe.js";
import type { CallOptions } from "../model/venue.js";
import { TradeDeadlineError } from "./errors.js";

interface Call {
  readonly late: LazyDeadline;
  readonly options: Omit<CallOptions, "sendBy"> & { sendBy?: number | undefined };
}

/** Asks a venue for what trades are or wait for, each time with a deadline of its own. */
export class VenueCalls {
  readonly #clock: Clock;
  readonly #ms: number;
  /** One that left no trace and can serve again: making its options costs more than a trade's arithmetic. */
  #spare: Call | null = null;

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
    const call = this.#spare ?? this.#call();
    this.#spare = null;
    call.options.sendBy = sendBy;
    let answer: MaybePromise<T>;
    try {
      answer = ask(call.options);
    } catch (error) {
      this.#answered(call);
      throw error;
    }
    if (isPromise(answer)) return this.#race(answer, call);
    this.#answered(call);
    return answer;
  }

  #race<T>(answer: Promise<T>, call: Call): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      call.late.wait(reject);
      const answered = (): void => this.#answered(call);
      answer.then(answered, answered);
      answer.then(resolve, reject);
    });
  }

  #answered(call: Call): void {
    call.late.clear();
    if (!call.late.used) this.#spare = call;
  }

  #call(): Call {
    const late = new LazyDeadline(
      this.#clock,
      this.#ms,
      () => new TradeDeadlineError(`No usable answer within ${this.#ms} ms`),
    );
    return {
      late,
      options: {
        purpose: "trade",
        sendBy: undefined,
        get signal() {
          return late.options.signal;
        },
      },
    };
  }
}
