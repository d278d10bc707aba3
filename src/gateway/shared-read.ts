import { shareSignal } from "./shared-signal.js";

/** One request that several callers wait for. It is aborted when every one of them has aborted. */
export class SharedRead<T> {
  readonly #controller = new AbortController();
  readonly #result: Promise<T>;
  #waiting = 0;
  #settled = false;

  constructor(read: (signal: AbortSignal) => Promise<T>) {
    this.#result = read(this.#controller.signal);
    this.#result.then(
      () => (this.#settled = true),
      () => (this.#settled = true),
    );
  }

  /** Whether nobody waits for it any more, though it was not done. */
  get abandoned(): boolean {
    return this.#controller.signal.aborted;
  }

  onFailure(run: () => void): void {
    this.#result.catch(run);
  }

  /** The result; rejects with the signal's reason where that is aborted first. The signal is not aborted yet. */
  join(signal?: AbortSignal): Promise<T> {
    if (signal === undefined) {
      this.#waiting = Infinity;
      return this.#result;
    }
    shareSignal(signal);
    this.#waiting++;
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        reject(signal.reason as Error);
        if (--this.#waiting === 0 && !this.#settled) this.#controller.abort(signal.reason);
      };
      signal.addEventListener("abort", onAbort, { once: true });
      void this.#result.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
    });
  }
}
