import { canonicalJson } from "../core/json.js";
import { ColumnJournal } from "../journal/columns/column-journal.js";
import type { TickRecord } from "../model/journal.js";

/** What one strategy did at one instant: its decisions and, where it changed, its state, as canonical JSON. */
export interface TracedDecision {
  readonly at: number;
  readonly strategy: string;
  readonly text: string;
}

/** A journal that also keeps what was decided at each instant, to be compared with another run's. */
export class DecisionTrace extends ColumnJournal {
  readonly traced: TracedDecision[] = [];
  readonly #last = new Map<string, string>();

  override tick(tick: TickRecord): void {
    super.tick(tick);
    for (const { strategy, status, decisions, state, error } of tick.strategies) {
      if (status === "warming-up") continue;
      const text = canonicalJson({ decisions: decisions.map(({ decision }) => decision), state, error });
      this.#trace(tick.at, strategy, text);
      // The same again is the same without a change of state.
      this.#last.set(strategy, state === undefined ? text : canonicalJson({ ...JSON.parse(text), state: undefined }));
    }
  }

  override heldAgain(at: number, strategy: string, seq: number): void {
    super.heldAgain(at, strategy, seq);
    this.#trace(at, strategy, this.#last.get(strategy) ?? "");
  }

  /** Nobody will ask why. */
  override keepsView(): boolean {
    return false;
  }

  #trace(at: number, strategy: string, text: string): void {
    this.traced.push({ at, strategy, text });
  }
}
