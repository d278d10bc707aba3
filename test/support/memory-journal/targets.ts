import type { DecisionRecord } from "../../../src/model/journal.js";
import type { WaitingTarget } from "../../../src/model/recovered.js";

/** Targets of the last run that decided anything, as long as nothing else is known of them. */
export class WaitingTargets {
  readonly #waiting = new Map<number, WaitingTarget>();

  /** A run decides for the first time: what waited before it is no longer asked for. */
  begin(): void {
    this.#waiting.clear();
  }

  decided(at: number, strategy: string, decisions: readonly DecisionRecord[]): void {
    for (const { seq, decision } of decisions)
      if (decision.kind === "target") this.#waiting.set(seq, { seq, strategy, at, decision });
  }

  /** A verdict on it, an intent or an outcome of it. */
  toldOf({ decision }: { readonly decision: number }): void {
    this.#waiting.delete(decision);
  }

  list(): WaitingTarget[] {
    return [...this.#waiting.values()].sort((a, b) => a.seq - b.seq);
  }
}
