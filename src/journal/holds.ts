import { canonicalJson } from "../core/json.js";
import { cameToNothing, type StrategyTick } from "../model/journal.js";

/** A decision that was made again. */
export interface Repeated {
  /** Its number. */
  readonly seq: number;
  /** How often it was decided in a row by now. */
  readonly count: number;
}

/** Finds decisions that came to nothing and only repeat their strategy's one before: such ones are counted, not written again. */
export class Holds {
  readonly #last = new Map<string, Repeated & { readonly text: string }>();

  /** The decision that these repeat; null where they say something new. Remembers them. */
  repeated(tick: StrategyTick): Repeated | null {
    const { strategy } = tick;
    const [only] = tick.decisions;
    if (only === undefined) return null;
    if (!cameToNothing(tick)) {
      this.#last.delete(strategy);
      return null;
    }
    const text = canonicalJson(only.decision);
    const last = this.#last.get(strategy);
    const again = last?.text === text;
    const now = again ? { ...last, count: last.count + 1 } : { seq: only.seq, count: 1, text };
    this.#last.set(strategy, now);
    return again ? now : null;
  }

  /** Its last decision was made once more; null where none is known. */
  again(strategy: string): Repeated | null {
    const last = this.#last.get(strategy);
    if (last === undefined) return null;
    const now = { ...last, count: last.count + 1 };
    this.#last.set(strategy, now);
    return now;
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
