import fc from "fast-check";
import { expect, test } from "vitest";
import { heldBeyond } from "../../../src/engine/tick/held-beyond.js";

const tokens = fc.uniqueArray(fc.constantFrom("WETH.eth", "USDC.eth", "WBTC.eth", "SOL.svm", "USDC.svm"));

test("what is held beyond what is named is told in its order, and as the list before where that says the same", () => {
  fc.assert(
    fc.property(tokens, fc.array(tokens), (named, held) => {
      let before: readonly string[] = [];
      for (const now of held) {
        const expected = now.filter((token) => !named.includes(token));
        const beyond = heldBeyond(named, new Map(now.map((token) => [token, 1])), before);
        expect(beyond).toEqual(expected);
        const same = before.length === expected.length && before.every((token, i) => token === expected[i]);
        expect(beyond === before).toBe(same);
        before = beyond;
      }
    }),
  );
});
