import fc from "fast-check";
import { expect, test } from "vitest";
import { Decimal } from "../../src/core/number/decimal.js";
import { committed, OpenIntents, type Tracked } from "../../src/execution/open-intents.js";
import { BLOCKING, UNDER_WAY, WAITING, INTENT_STATES, type IntentState } from "../../src/model/intent.js";
import { swap, USDC, WETH, World } from "./world.js";

const STRATEGIES: Readonly<Record<string, string>> = { a: "s", b: "s", c: "other" };

function tracked({ id, state, amount, urgent }: Step): Tracked {
  const strategy = STRATEGIES[id] as string;
  const intent = { id, marker: `[abcd-${id}]`, parent: null, competitionId: "c", strategy, decision: 1 };
  const from = id === "a" ? "WETH.eth" : "USDC.eth";
  const order = { from, to: `${id}.eth`, amount: new Decimal(amount), reason: "r", limit: null };
  const rest = { validUntil: null, urgent, preparedAt: 0 };
  return {
    intent: { ...intent, ...order, ...rest },
    decisionId: `of ${id}`,
    decidedUsd: null,
    state,
    sent: null,
    quote: null,
  };
}

interface Step {
  readonly id: string;
  readonly state: IntentState;
  readonly amount: number;
  readonly urgent: boolean;
}
const step: fc.Arbitrary<Step> = fc.record({
  id: fc.constantFrom("a", "b", "c"),
  state: fc.constantFrom(...INTENT_STATES),
  amount: fc.integer({ min: 1, max: 9 }),
  urgent: fc.boolean(),
});
/** Those that are finished are taken out; a conflict is added again, whether it was out or not. */
const OUT: readonly IntentState[] = ["DROPPED", "FILLED", "REJECTED", "NOT_EXECUTED"];

test("open intents are listed once each, in their order, by their current state and turn", () => {
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const open = new OpenIntents();
      const model = new Map<string, Tracked>();
      for (const one of steps) {
        const { id, state } = one;
        const known = model.get(id);
        if (known === undefined) {
          const added = tracked(one);
          open.add(added);
          model.set(id, added);
        } else if (state !== "PREPARED") {
          open.moved(known, state);
          if (OUT.includes(state)) {
            open.remove(id);
            model.delete(id);
          } else if (state === "CONFLICT") open.add(known);
        }
        const all = [...model.values()];
        expect(open.in(INTENT_STATES)).toEqual(all);
        expect(open.get(id)).toBe(model.get(id));
        expect(open.others(id)).toEqual(all.map(({ intent }) => intent).filter((one) => one.id !== id));
        expect(open.others(null)).toEqual(all.map(({ intent }) => intent));
        for (const strategy of ["s", "other", "nobody"]) {
          const own = all.filter(({ intent }) => intent.strategy === strategy);
          expect(open.openTrades(strategy)).toEqual(
            own.map(({ intent, state: now, decisionId }) => {
              const { decision, id: name, from, to, amount: sold } = intent;
              return { decision, id: decisionId, intent: name, state: now, from, to, amount: String(sold) };
            }),
          );
          const sells = own.filter(({ intent }) => intent.from === "USDC.eth").map(({ intent }) => intent.amount);
          expect(committed(open.others(null), "USDC.eth", strategy)).toEqual(Decimal.sum(0, ...sells));
        }
        const all3 = all.filter(({ intent }) => intent.from === "USDC.eth").map(({ intent }) => intent.amount);
        expect(committed(open.others(null), "USDC.eth", null)).toEqual(Decimal.sum(0, ...all3));
        const waiting = all.filter((one) => one.state === "PREPARED");
        const asked: unknown[] = [];
        expect(open.next((intent) => !asked.push(intent))).toBeNull();
        const turns = [...waiting.filter(({ intent }) => intent.urgent), ...waiting];
        expect(asked).toEqual(turns.map(({ intent }) => intent));
        expect(open.next(() => true)).toBe(turns[0] ?? null);
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

test("a trade with its request under way is unsettled, blocks its tokens, and cannot be withdrawn", async () => {
  const world = new World();
  await world.executor.recover([]);
  world.venue.faults.push("slow-answer");
  world.venue.faultMs = 1_000;
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(500);
  expect(world.states()).toEqual(["SENT"]);
  expect(world.executor.unknown()).toHaveLength(1);
  expect([...world.executor.blockedTokens()].sort()).toEqual([USDC, WETH]);
  expect(world.decide("s", swap(USDC, WETH, 50)).withdrawals).toEqual([]);
  await world.pass(10_000);
  expect(world.states()).toEqual(["FILLED", "FILLED"]);
  expect([world.executor.unknown().length, world.executor.blockedTokens().size]).toEqual([0, 0]);
});
