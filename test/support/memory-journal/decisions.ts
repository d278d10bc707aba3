import type { DecisionRecord, StrategyTick, VerdictRecord } from "../../../src/model/journal.js";
import type { Intent } from "../../../src/model/intent.js";
import { idOf } from "../../../src/model/decision.js";
import { refuse } from "../../../src/journal/checks.js";
import { Holds } from "../../../src/journal/holds.js";

/** A decision in memory; equal consecutive holds are one. */
export interface KeptDecision extends DecisionRecord {
  readonly strategy: string;
  readonly at: number;
  count: number;
  lastAt: number;
}

/** The decisions of a journal in memory. */
export class KeptDecisions {
  readonly #kept = new Map<number, KeptDecision>();
  readonly #holds = new Holds();

  list(): KeptDecision[] {
    return [...this.#kept.values()];
  }

  /** The strategy's own id of a decision; null where it has none. */
  idOf(seq: number): string | null {
    const kept = this.#kept.get(seq);
    return kept === undefined ? null : idOf(kept.decision);
  }

  /** Throws JournalRecordError where a number is not new, or something refers to one that is nowhere. Changes nothing. */
  check(decisions: readonly DecisionRecord[], referring: readonly Pick<VerdictRecord | Intent, "decision">[]): void {
    const numbers = new Set<number>();
    for (const { seq } of decisions) {
      if (this.#kept.has(seq) || numbers.has(seq)) refuse(`Decision ${seq} is in the journal already`);
      numbers.add(seq);
    }
    for (const { decision } of referring)
      if (!this.#kept.has(decision) && !numbers.has(decision)) refuse(`Decision ${decision} is not in the journal`);
  }

  /** Those of a tick; false where they only repeat the one before. */
  decided(at: number, tick: StrategyTick): boolean {
    const hold = this.#holds.repeated(tick);
    const repeated = hold === null ? undefined : this.#kept.get(hold.seq);
    if (repeated === undefined) this.#keep(at, tick.strategy, tick.decisions);
    else {
      repeated.count++;
      repeated.lastAt = at;
    }
    return repeated === undefined;
  }

  /** One made outside a tick. */
  aside(at: number, strategy: string, decision: DecisionRecord): void {
    this.#keep(at, strategy, [decision]);
    this.#holds.interrupt(strategy);
  }

  /** A new run: what follows repeats nothing. */
  forget(): void {
    this.#holds.forget();
  }

  #keep(at: number, strategy: string, decisions: readonly DecisionRecord[]): void {
    for (const { seq, decision } of decisions)
      this.#kept.set(seq, { seq, decision, strategy, at, count: 1, lastAt: at });
  }
}
