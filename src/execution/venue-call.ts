import type { Cancel, Clock } from "../core/clock.js";
import { isPromise, type MaybePromise } from "../core/maybe.js";
import type { CallOptions } from "../model/venue.js";
import { TradeDeadlineError } from "./errors.js";

/**
 * The options of one request that belongs to a trade, with its deadline. Timer and signal are made when they
 * are needed: never, where the venue answers at once.
 */
export class VenueCall implements CallOptions {
  readonly purpose = "trade";
  readonly #clock: Clock;
  readonly #ms: number;
  #controller: AbortController | null = null;
  #cancel: Cancel | null = null;
  #fail: (error: Error) => void = () => {};

  /** @param clock of networks */
  constructor(clock: Clock, ms: number) {
    this.#clock = clock;
    this.#ms = ms;
  }

  /** Aborts at the deadline. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    this.#arm();
    return this.#controller.signal;
  }

  /** The answer, at once where it is there; rejects with TradeDeadlineError where it is not there in time, for venues that do not heed the signal. */
  within<T>(ask: (options: CallOptions) => MaybePromise<T>): MaybePromise<T> {
    let answer: MaybePromise<T>;
    try {
      answer = ask(this);
    } catch (error) {
      this.#clear();
      throw error;
    }
    if (isPromise(answer)) return this.#race(answer);
    this.#clear();
    return answer;
  }

  #race<T>(answer: Promise<T>): Promise<T> {
    this.#arm();
    return new Promise<T>((resolve, reject) => {
      this.#fail = reject;
      answer.then(resolve, reject);
    }).finally(() => this.#clear());
  }

  #arm(): void {
    this.#cancel ??= this.#clock.at(this.#clock.now() + this.#ms, () => {
      const error = new TradeDeadlineError(`No answer within ${this.#ms} ms`);
      this.#fail(error);
      this.#controller?.abort(error);
    });
  }

  #clear(): void {
    this.#cancel?.();
  }
}
