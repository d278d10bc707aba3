import type { Cancel, Clock } from "../core/clock.js";
import { isPromise, type MaybePromise } from "../core/maybe.js";
import type { CallOptions } from "../model/venue.js";
import { TradeDeadlineError } from "./errors.js";

/** Asks a venue for what belongs to trades, each time with a deadline of its own. */
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

  /** The answer, at once where it is there; rejects with TradeDeadlineError where it is not there in time, also for venues that do not heed the signal. */
  within<T>(ask: (options: CallOptions) => MaybePromise<T>): MaybePromise<T> {
    const call = this.#spare ?? new Call(this.#clock, this.#ms);
    this.#spare = null;
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
      call.wait(reject);
      const answered = (): void => this.#answered(call);
      answer.then(answered, answered);
      answer.then(resolve, reject);
    });
  }

  #answered(call: Call): void {
    if (call.finish()) this.#spare = call;
  }
}

/** One request. Its timer and signal are made when they are needed: never, where the venue answers at once. */
class Call {
  readonly options: CallOptions;
  readonly #clock: Clock;
  readonly #ms: number;
  #controller: AbortController | null = null;
  #cancel: Cancel | null = null;
  #fail: ((error: Error) => void) | null = null;
  #late = false;

  constructor(clock: Clock, ms: number) {
    this.#clock = clock;
    this.#ms = ms;
    const signal = (): AbortSignal => this.#signal();
    this.options = {
      purpose: "trade",
      // Of its own, so that a copy of the options has it as well.
      get signal() {
        return signal();
      },
    };
  }

  /** Calls `fail` at the deadline. */
  wait(fail: (error: Error) => void): void {
    this.#fail = fail;
    this.#arm();
  }

  /** The answer is there. Whether the same options may go to another request: nobody has its signal, and it was in time. */
  finish(): boolean {
    this.#cancel?.();
    this.#cancel = null;
    this.#fail = null;
    return this.#controller === null && !this.#late;
  }

  #signal(): AbortSignal {
    this.#controller ??= new AbortController();
    this.#arm();
    return this.#controller.signal;
  }

  #arm(): void {
    this.#cancel ??= this.#clock.at(this.#clock.now() + this.#ms, () => {
      const error = new TradeDeadlineError(`No answer within ${this.#ms} ms`);
      this.#late = true;
      this.#fail?.(error);
      this.#controller?.abort(error);
    });
  }
}
