import { canonicalJson } from "../core/json.js";
import { cameToNothing, type StrategyTick } from "../model/journal.js";

/** Finds decisions that came to nothing and only repeat their strategy's one before: such ones are counted, not written again. */
export class Holds {
  readonly #last = new Map<string, { readonly seq: number; readonly text: string }>();

  /** The number of the decision that these repeat; null where they say something new. Remembers them. */
  repeated(tick: StrategyTick): number | null {
    const { strategy } = tick;
    const [only] = tick.decisions;
    if (only === undefined) return null;
    if (!cameToNothing(tick)) {
      this.#last.delete(strategy);
      return null;
    }
    const text = canonicalJson(only.decision);
    const last = this.#last.get(strategy);
    if (last?.text === text) return last.seq;
    this.#last.set(strategy, { seq: only.seq, text });
    return null;
  }

  /** The strategy decided something outside a tick: what follows repeats nothing. */
  interrupt(strategy: string): void {
    this.#last.delete(strategy);
  }

  /** Begins anew, for a new run, and after a write that failed. */
  forget(): void {
    this.#last.clear();
  }
}
