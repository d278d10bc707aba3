import { ContenderError } from "../../../src/core/errors.js";
import type { Random } from "../../../src/core/random.js";

class Away extends ContenderError {
  readonly code = "UNREACHABLE";
}

/** Holds every request before it arrives and before it is answered, until somebody lets it go, or lets it fail. */
export class Gate {
  open = true;
  readonly #held: ((error?: Error) => void)[] = [];

  wait(): Promise<void> {
    if (this.open) return Promise.resolve();
    return new Promise((resolve, reject) =>
      this.#held.push((error) => (error === undefined ? resolve() : reject(error))),
    );
  }

  /** Lets some go, in any order. */
  let(random: Random, count: number): void {
    for (let i = 0; i < count; i++) this.#take(random)?.();
  }

  /** Lets one fail: it is lost, or its answer is. */
  lose(random: Random): void {
    this.#take(random)?.(new Away("503"));
  }

  letAll(): void {
    this.open = true;
    for (const one of this.#held.splice(0)) one();
  }

  #take(random: Random): ((error?: Error) => void) | undefined {
    return this.#held.splice(random.int(this.#held.length), 1)[0];
  }
}
