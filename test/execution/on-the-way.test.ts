import fc from "fast-check";
import { expect, test } from "vitest";
import { Decimal } from "../../src/core/number/decimal.js";
import { OnTheWay } from "../../src/execution/open-intents.js";
import type { Intent } from "../../src/model/intent.js";

const TOKENS = ["USDC.eth", "WETH.eth"];
const STRATEGIES = ["s", "t"];
const REST = {
  ...{ id: "aaaaaa", marker: "[abcd-aaaaaa]", parent: null, competitionId: "c", decision: 1, to: "WBTC.eth" },
  ...{ reason: "r", limit: null, validUntil: null, urgent: false, preparedAt: 0 },
};
const intents = fc.array(
  fc.record({
    strategy: fc.constantFrom(...STRATEGIES),
    from: fc.constantFrom(...TOKENS),
    amount: fc.integer({ min: 1, max: 9 }).map((amount) => new Decimal(amount)),
  }),
  { maxLength: 3 },
);
const question = fc.record({ token: fc.constantFrom(...TOKENS), of: fc.constantFrom(...STRATEGIES, null) });

test("what is under way and what is planned count as sold, each once, whatever was read before", () => {
  fc.assert(
    fc.property(intents, fc.array(fc.tuple(fc.array(question), intents)), (before, rounds) => {
      const all: Intent[] = before.map((one) => ({ ...REST, ...one }));
      const atFirst = [...all];
      const way = new OnTheWay(() => atFirst);
      for (const [questions, planned] of rounds) {
        for (const { token, of } of questions) {
          const those = all.filter(({ from, strategy }) => from === token && (of === null || strategy === of));
          expect(way.sold(token, of)).toEqual(Decimal.sum(0, ...those.map(({ amount }) => amount)));
        }
        const more = planned.map((one) => ({ ...REST, ...one }));
        way.add(more);
        all.push(...more);
        expect(way.intents).toEqual(all);
      }
    }),
  );
});
