import { isPromise } from "../../core/maybe.js";
import type { BoundStrategy } from "../../strategy/bind/bind.js";

/** Tells another thread which strategy's code is running, because a stuck strategy cannot be asked. */
export class RunningStrategy {
  /** One more than the index of the name whose code runs; 0: none's does. */
  readonly index = new Int32Array(new SharedArrayBuffer(4));
  readonly names: string[] = [];
  /** Of each name how many `read`s are under way that have waited for something: their code may run at any time. */
  readonly reads: Int32Array[] = [];

  /** The same strategies, whose `decide` and `read` are known while they run, and `read` while it is under way. */
  marked(strategies: readonly BoundStrategy[]): BoundStrategy[] {
    return this.reading(strategies).map((bound) => this.#marked(bound));
  }

  /** The same of what `read` does after it has waited alone: where a guard ends code that does not return at once. */
  reading(strategies: readonly BoundStrategy[]): BoundStrategy[] {
    return strategies.map((bound) => this.#reading(bound));
  }

  #marked(bound: BoundStrategy): BoundStrategy {
    const { definition, name } = bound;
    const { decide, read } = definition;
    const own = 1 + this.#indexOf(name);
    const { index } = this;
    // No function a call: it is of every tick.
    const marked = <Given extends unknown[], Answer>(run: (...given: Given) => Answer) =>
      function (...given: Given): Answer {
        index[0] = own;
        try {
          return run.apply(definition, given);
        } finally {
          index[0] = 0;
        }
      };
    return { ...bound, definition: { ...definition, decide: marked(decide), ...(read && { read: marked(read) }) } };
  }

  #reading(bound: BoundStrategy): BoundStrategy {
    const { definition, name } = bound;
    const { read } = definition;
    const reads = this.reads[this.#indexOf(name)];
    if (read === undefined || reads === undefined) return bound;
    const end = (): void => void Atomics.sub(reads, 0, 1);
    const watched: typeof read = (view, io) => {
      const given = read.call(definition, view, io);
      if (!isPromise(given)) return given;
      // Asked once: what has a `then` of its own may begin anew with each (queries of a database do).
      const done = Promise.resolve(given);
      // Only now: code that is stopped before it returns leaves nothing behind, not even by way of `finally`.
      Atomics.add(reads, 0, 1);
      void done.then(end, end);
      return done;
    };
    return { ...bound, definition: { ...definition, read: watched } };
  }

  #indexOf(name: string): number {
    const known = this.names.indexOf(name);
    if (known >= 0) return known;
    this.reads.push(new Int32Array(new SharedArrayBuffer(4)));
    return this.names.push(name) - 1;
  }
}
