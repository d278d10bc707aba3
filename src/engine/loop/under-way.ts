import { attempt } from "../../core/attempt.js";
import { andThen, type MaybePromise } from "../../core/maybe.js";

/** Counts the work that is under way, and reports what it throws. */
export class UnderWay {
  readonly #onFailure: (error: unknown) => void;
  #count = 0;
  #waiting: (() => void)[] = [];

  /** @param onFailure the journal cannot be written, or the program is at fault */
  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  get any(): boolean {
    return this.#count > 0;
  }

  /** Runs work that counts as under way until it is over. Never throws or rejects: a failure is reported. */
  run(work: () => MaybePromise<void>): MaybePromise<void> {
    this.#count++;
    return andThen(attempt(work), (ended) => {
      try {
        if (!ended.ok) this.#onFailure(ended.error);
      } finally {
        this.#count--;
        if (this.#count === 0) this.#notify();
      }
    });
  }

  /** Resolves when nothing is under way. */
  idle(): Promise<void> {
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #notify(): void {
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
