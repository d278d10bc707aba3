import type { BoundStrategy } from "../../strategy/bind.js";

/** Knows whose code runs, for another thread: a strategy that never comes back cannot be asked. */
export class RunningStrategy {
  /** One more than the index of the name whose code runs; 0: none's does. */
  readonly index = new Int32Array(new SharedArrayBuffer(4));
  readonly names: string[] = [];

  /** The same strategies, whose `decide` and `read` are known while they run. */
  marked(strategies: readonly BoundStrategy[]): BoundStrategy[] {
    return strategies.map((bound) => this.#marked(bound));
  }

  #marked(bound: BoundStrategy): BoundStrategy {
    const { definition, name } = bound;
    const { decide, read } = definition;
    if (!this.names.includes(name)) this.names.push(name);
    const own = this.names.indexOf(name) + 1;
    const { index } = this;
    // No function a call: it is of every tick. What `read` does after it has waited for something is not seen.
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
}
