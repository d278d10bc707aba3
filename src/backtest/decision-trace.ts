import { canonicalJson } from "../core/json.js";
import { ColumnJournal } from "../journal/columns/column-journal.js";
import type { TickRecord } from "../model/journal.js";

/** What one strategy did at one instant: its decisions and, where it changed, its state, as canonical JSON. */
export interface TracedDecision {
  readonly at: number;
  readonly strategy: string;
  readonly text: string;
}

/** A journal like any other, that also keeps what was decided at each instant, to be compared with another run's. */
export class DecisionTrace extends ColumnJournal {
  readonly #traced: TracedDecision[] = [];
  /** Of each strategy; the same again is kept as the same text, once. */
  readonly #last = new Map<string, string>();

  /** In the order of time, then of strategies' names. */
  get traced(): readonly TracedDecision[] {
    // Not as they came: a hold that is only counted comes before what others decided at that instant.
    return this.#traced.sort((a, b) => a.at - b.at || (a.strategy < b.strategy ? -1 : a.strategy > b.strategy ? 1 : 0));
  }

  override tick(tick: TickRecord): void {
    super.tick(tick);
    for (const { strategy, status, decisions, state, error } of tick.strategies) {
      if (status === "warming-up") continue;
      const text = canonicalJson({ decisions: decisions.map(({ decision }) => decision), state, error });
      const last = this.#last.get(strategy);
      const kept = text === last ? last : text;
      this.#last.set(strategy, kept);
      this.#traced.push({ at: tick.at, strategy, text: kept });
    }
  }

  /** Only after a hold that left the state as it was: its text says all of this one too. */
  override countHold(at: number, strategy: string): boolean {
    const known = super.countHold(at, strategy);
    const last = this.#last.get(strategy);
    if (known && last !== undefined) this.#traced.push({ at, strategy, text: last });
    return known;
  }
}
