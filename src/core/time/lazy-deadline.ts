import type { Cancel, Clock } from "./clock.js";

/**
 * A deadline whose timer and signal are made when somebody needs them: never, where the answer is there at
 * once. It ends after `ms` of the clock, or with its parent.
 */
export class LazyDeadline {
  /** What is handed on with a request: `signal` aborts at the end. */
  readonly options: { readonly signal: AbortSignal };
  readonly #clock: Clock;
  readonly #ms: number;
  readonly #reason: () => Error;
  readonly #parent: AbortSignal | undefined;
  readonly #onParent = (): void => this.#end(this.#parent?.reason);
  #controller: AbortController | null = null;
  #cancel: Cancel | null = null;
  #ended: { readonly reason: unknown } | null = null;
  #fail: ((reason: unknown) => void) | null = null;

  /** @param reason why it ended, where it was too late */
  constructor(clock: Clock, ms: number, reason: () => Error, parent?: AbortSignal) {
    this.#clock = clock;
    this.#ms = ms;
    this.#reason = reason;
    this.#parent = parent;
    const signal = (): AbortSignal => this.#signal();
    // Of its own, so that a copy of the options has it as well.
    this.options = {
      get signal() {
        return signal();
      },
    };
  }

  /** Whether it has ended, somebody has its signal, or waits for it: where not, it can serve another request. */
  get used(): boolean {
    return this.#cancel !== null || this.#controller !== null || this.#ended !== null;
  }

  /** Calls `fail` with the reason when it ends before `clear`. */
  wait(fail: (reason: unknown) => void): void {
    if (this.#ended !== null) {
      fail(this.#ended.reason);
      return;
    }
    this.#fail = fail;
    this.#arm();
  }

  /** The work is done: nothing ends any more. */
  clear(): void {
    this.#fail = null;
    if (this.#cancel === null) return;
    this.#cancel();
    this.#cancel = null;
    this.#parent?.removeEventListener("abort", this.#onParent);
  }

  #signal(): AbortSignal {
    this.#arm();
    this.#controller ??= new AbortController();
    if (this.#ended !== null) this.#controller.abort(this.#ended.reason);
    return this.#controller.signal;
  }

  #arm(): void {
    if (this.used) return;
    if (this.#parent?.aborted === true) {
      this.#end(this.#parent.reason);
      return;
    }
    this.#parent?.addEventListener("abort", this.#onParent, { once: true });
    this.#cancel = this.#clock.at(this.#clock.now() + this.#ms, () => this.#end(this.#reason()));
  }

  #end(reason: unknown): void {
    if (this.#ended !== null) return;
    this.#ended = { reason };
    // Of work that never settles nobody calls `clear`.
    this.#parent?.removeEventListener("abort", this.#onParent);
    this.#fail?.(reason);
    this.#controller?.abort(reason);
  }
}
