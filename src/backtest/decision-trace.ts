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
  /** Of each strategy; the same again is kept as the same text, once. */
  readonly #last = new Map<string, string>();

  override tick(tick: TickRecord): void {
    super.tick(tick);
    for (const { strategy, status, decisions, state, error } of tick.strategies) {
      if (status === "warming-up") continue;
      const text = canonicalJson({ decisions: decisions.map(({ decision }) => decision), state, error });
      const last = this.#last.get(strategy);
      const kept = text === last ? last : text;
      this.#last.set(strategy, kept);
      this.traced.push({ at: tick.at, strategy, text: kept });
    }
  }

  /** Every tick is to be told whole. */
  override heldAgain(): boolean {
    return false;
  }

  /** Nobody will ask why. */
  override keepsView(): boolean {
    return false;
  }
}
