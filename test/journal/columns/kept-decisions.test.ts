import fc from "fast-check";
import { expect, test } from "vitest";
import { KeptDecisions, type KeptDecision } from "../../../src/journal/columns/kept-decisions.js";
import type { DecisionRecord } from "../../../src/model/journal.js";
import { hold, swap } from "../support.js";

/** The same by the plain way: a strategy's last hold by its name, compared by its text. */
class Plain {
  readonly kept: KeptDecision[] = [];
  readonly last = new Map<string, { readonly kept: KeptDecision; other: boolean }>();
  holds = 0;
  swaps = 0;
  dropped = 0;
  #places = 0;

  constructor(readonly most: number) {}

  keep(at: number, strategy: string, { seq, decision }: DecisionRecord): KeptDecision {
    const kept = { seq, decision, strategy, at, count: 1, lastSeq: seq, lastAt: at };
    if (decision.kind === "hold") this.holds++;
    else this.swaps++;
    this.last.delete(strategy);
    this.kept.push(kept);
    return kept;
  }

  again(at: number, strategy: string, seq: number): boolean {
    const last = this.last.get(strategy);
    if (last === undefined) return false;
    if (last.other) this.dropped++;
    this.holds++;
    Object.assign(last.kept, { count: last.kept.count + 1, lastAt: at, lastSeq: seq });
    return true;
  }

  decided(at: number, strategy: string, decisions: readonly DecisionRecord[]): boolean {
    const [only] = decisions;
    if (only === undefined) return true;
    if (decisions.length > 1 || only.decision.kind !== "hold") {
      for (const one of decisions) this.keep(at, strategy, one);
      return true;
    }
    const last = this.last.get(strategy);
    const other = last?.kept.decision.reason !== only.decision.reason;
    if (last !== undefined && (!other || this.#places >= this.most)) {
      last.other = other;
      return !this.again(at, strategy, only.seq);
    }
    this.#places++;
    this.last.set(strategy, { kept: this.keep(at, strategy, only), other: false });
    return true;
  }
}

const strategy = fc.constantFrom("a", "b", "c");
const decision = fc.constantFrom(hold("x"), hold("y"), hold("x"), swap());
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("again" as const), strategy }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("decided" as const),
      strategy,
      decisions: fc.oneof(
        { weight: 4, arbitrary: fc.tuple(decision) },
        { weight: 1, arbitrary: fc.array(decision, { maxLength: 3 }) },
      ),
    }),
  },
  fc.record({ kind: fc.constant("aside" as const), strategy, decisions: fc.tuple(decision) }),
);

test("holds of several strategies are counted with their own strategy's last one, as a look-up by name does", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40, size: "max" }), fc.constantFrom(0, 2, 4, Infinity), (steps, most) => {
      const [kept, plain] = [new KeptDecisions(most), new Plain(most)];
      let seq = 0;
      for (const [at, one] of steps.entries()) {
        if (one.kind === "again") {
          expect(kept.again(at, one.strategy, seq + 1) !== null).toBe(plain.again(at, one.strategy, seq + 1));
          seq++;
        } else {
          const records = one.decisions.map((each) => ({ seq: ++seq, decision: each }));
          const before = kept.list();
          const many = before.length;
          if (one.kind === "aside")
            for (const record of records) {
              kept.aside(at, one.strategy, record);
              plain.keep(at, one.strategy, record);
            }
          else expect(kept.decided(at, one.strategy, records)).toBe(plain.decided(at, one.strategy, records));
          expect(before).toHaveLength(many);
        }
      }
      expect(kept.list()).toEqual(plain.kept);
      expect([kept.counts, kept.dropped]).toEqual([
        { swap: plain.swaps, target: 0, cancel: 0, hold: plain.holds },
        plain.dropped,
      ]);
    }),
    { numRuns: 100 },
  );
});
