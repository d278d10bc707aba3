import { canonicalJson } from "../../core/json.js";
import type { Decision } from "../../model/decision.js";
import type { DecisionRecord } from "../../model/journal.js";

/** A decision as it is kept; holds that say the same, one after the other, are one. */
export interface KeptDecision extends DecisionRecord {
  readonly strategy: string;
  readonly at: number;
  /** How often it was decided in a row: above 1 only for holds. */
  count: number;
  /** The number and the time of the last one. */
  lastSeq: number;
  lastAt: number;
}

/** A strategy's last decision, where that was a hold. */
interface LastHold {
  readonly kept: KeptDecision;
  /** Canonical JSON of its decision. */
  readonly text: string;
  /** Whether the last decision said something else and is counted here nevertheless. */
  other: boolean;
}

/**
 * The decisions of a run. A hold that repeats the one before is counted there. Once very many holds are kept, one that
 * says something else is counted there too: a run's memory must not depend on how talkative it is.
 */
export class KeptDecisions {
  readonly counts: Record<Decision["kind"], number> = { swap: 0, target: 0, cancel: 0, hold: 0 };
  /** Holds that said something else than the one in which they are counted. */
  dropped = 0;
  readonly #kept: KeptDecision[] = [];
  /** By strategy. */
  readonly #last = new Map<string, LastHold>();
  readonly #mostHolds: number;
  #holds = 0;

  constructor(mostHolds: number) {
    this.#mostHolds = mostHolds;
  }

  /** In the order in which they were made. */
  list(): KeptDecision[] {
    return [...this.#kept];
  }

  /** Takes in the decisions of a tick; false where they are one more of a hold that is kept already. */
  decided(at: number, strategy: string, decisions: readonly DecisionRecord[]): boolean {
    const [only] = decisions;
    if (only === undefined) return true;
    if (decisions.length === 1 && only.decision.kind === "hold") return this.#held(at, strategy, only);
    for (const one of decisions) this.aside(at, strategy, one);
    return true;
  }

  /** Takes in a decision that was made outside a tick. */
  aside(at: number, strategy: string, record: DecisionRecord): void {
    this.#last.delete(strategy);
    this.#keep(at, strategy, record);
  }

  /** The strategy that made the decision of a number; null where that is not kept. */
  strategyOf(seq: number): string | null {
    return this.#kept.findLast((one) => one.seq === seq)?.strategy ?? null;
  }

  /** Counts a strategy's last decision, a hold, once more, and gives it; null where its last decision was no hold. */
  again(at: number, strategy: string, seq: number): KeptDecision | null {
    const last = this.#last.get(strategy);
    if (last === undefined) return null;
    const { kept } = last;
    if (last.other) this.dropped++;
    this.counts.hold++;
    kept.count++;
    kept.lastAt = at;
    kept.lastSeq = seq;
    return kept;
  }

  #held(at: number, strategy: string, record: DecisionRecord): boolean {
    const text = canonicalJson(record.decision);
    const last = this.#last.get(strategy);
    if (last !== undefined && (text === last.text || this.#holds >= this.#mostHolds)) {
      last.other = text !== last.text;
      this.again(at, strategy, record.seq);
      return false;
    }
    this.#holds++;
    this.#last.set(strategy, { kept: this.#keep(at, strategy, record), text, other: false });
    return true;
  }

  #keep(at: number, strategy: string, { seq, decision }: DecisionRecord): KeptDecision {
    const kept = { seq, decision, strategy, at, count: 1, lastSeq: seq, lastAt: at };
    this.counts[decision.kind]++;
    this.#kept.push(kept);
    return kept;
  }
}
