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
  /** Canonical JSON; made when it is asked for. */
  text: string | null;
  /** Whether what was decided last said something else and is counted here nevertheless. */
  other: boolean;
}

/**
 * The decisions of a run. A hold that repeats the one before is counted there; so is, once very many
 * holds are kept, one that says something else: a run's memory must not depend on how talkative it is.
 */
export class KeptDecisions {
  readonly counts: Record<Decision["kind"], number> = { swap: 0, target: 0, cancel: 0, hold: 0 };
  /** Holds that said something else than the one in which they are counted. */
  dropped = 0;
  readonly #kept: KeptDecision[] = [];
  readonly #last = new Map<string, LastHold | undefined>();
  /** The one of `#last` that was asked for last: with one strategy it is always the one. No name: none. */
  #lastName = "";
  #lastHold: LastHold | undefined;
  readonly #mostHolds: number;
  #holds = 0;

  constructor(mostHolds: number) {
    this.#mostHolds = mostHolds;
  }

  /** The one that was kept last. */
  get newest(): KeptDecision | undefined {
    return this.#kept[this.#kept.length - 1];
  }

  /** In the order in which they were made. */
  list(): KeptDecision[] {
    return [...this.#kept];
  }

  /** Those of a tick; false where they are one more of a hold that is kept already. */
  decided(at: number, strategy: string, decisions: readonly DecisionRecord[]): boolean {
    const [only] = decisions;
    if (only === undefined) return true;
    if (decisions.length > 1 || only.decision.kind !== "hold") {
      this.#forget(strategy);
      for (const one of decisions) this.#keep(at, strategy, one);
      return true;
    }
    return this.#held(at, strategy, only);
  }

  /** One made outside a tick. */
  aside(at: number, strategy: string, record: DecisionRecord): void {
    this.#forget(strategy);
    this.#keep(at, strategy, record);
  }

  /** Its very last decision, a hold, once more; false where its last decision was none. */
  again(at: number, strategy: string, seq: number): boolean {
    if (strategy !== this.#lastName) this.#lookUp(strategy);
    const last = this.#lastHold;
    if (last === undefined) return false;
    const { kept } = last;
    if (last.other) this.dropped++;
    this.counts.hold++;
    kept.count++;
    kept.lastAt = at;
    kept.lastSeq = seq;
    return true;
  }

  #lookUp(strategy: string): void {
    this.#lastName = strategy;
    this.#lastHold = this.#last.get(strategy);
  }

  #held(at: number, strategy: string, record: DecisionRecord): boolean {
    const last = this.#last.get(strategy);
    if (last !== undefined) {
      const same = (last.text ??= canonicalJson(last.kept.decision)) === canonicalJson(record.decision);
      if (same || this.#holds >= this.#mostHolds) {
        last.other = !same;
        this.again(at, strategy, record.seq);
        return false;
      }
    }
    this.#holds++;
    this.#lastName = "";
    this.#last.set(strategy, { kept: this.#keep(at, strategy, record), text: null, other: false });
    return true;
  }

  #forget(strategy: string): void {
    this.#lastName = "";
    // Its place stays: it will hold again, and a map of one that is emptied is made anew.
    this.#last.set(strategy, undefined);
  }

  #keep(at: number, strategy: string, { seq, decision }: DecisionRecord): KeptDecision {
    const kept = { seq, decision, strategy, at, count: 1, lastSeq: seq, lastAt: at };
    this.counts[decision.kind]++;
    this.#kept.push(kept);
    return kept;
  }
}
