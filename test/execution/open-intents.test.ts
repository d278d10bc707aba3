import fc from "fast-check";
import { expect, test } from "vitest";
import { Decimal } from "../../src/core/decimal.js";
import { BLOCKING, OpenIntents, UNDER_WAY, WAITING, type Tracked } from "../../src/execution/open-intents.js";
import { INTENT_STATES, type IntentState } from "../../src/model/intent.js";

function tracked(id: string, state: IntentState): Tracked {
  const intent = { id, marker: `[abcd-${id}]`, parent: null, competitionId: "c", strategy: "s", decision: 1 };
  const order = { from: `${id}.eth`, to: "USDC.eth", amount: new Decimal(1), reason: "r", limit: null };
  const rest = { validUntil: null, urgent: false, preparedAt: 0 };
  return { intent: { ...intent, ...order, ...rest }, decisionId: null, state, sent: null, quote: null };
}

const step = fc.record({
  id: fc.constantFrom("a", "b", "c"),
  state: fc.option(fc.constantFrom(...INTENT_STATES), { nil: null }),
});

test("open intents are told in the order in which they came, each once, by their state now", () => {
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const open = new OpenIntents();
      const model = new Map<string, Tracked>();
      for (const { id, state } of steps) {
        if (state === null) {
          open.remove(id);
          model.delete(id);
        } else {
          const one = tracked(id, state);
          open.add(one);
          model.set(id, one);
        }
        const all = [...model.values()];
        expect(open.list()).toEqual(all);
        expect(open.get(id)).toBe(model.get(id));
        expect(open.others(id)).toEqual(all.map(({ intent }) => intent).filter((one) => one.id !== id));
        expect(open.others(null)).toEqual(all.map(({ intent }) => intent));
        for (const states of [WAITING, UNDER_WAY, BLOCKING]) {
          const those = all.filter((one) => states.includes(one.state));
          expect(open.in(states)).toEqual(those);
          expect(open.has(states)).toBe(those.length > 0);
          expect([...open.tokensIn(states)].sort()).toEqual(
            [...new Set(those.flatMap(({ intent: { from, to } }) => [from, to]))].sort(),
          );
        }
      }
    }),
  );
});
