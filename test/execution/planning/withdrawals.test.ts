import fc from "fast-check";
import { expect, test } from "vitest";
import type { CancelDecision, Decision, SwapDecision } from "../../../src/model/decision.js";
import { CASH_SVM, swap, target, USDC, WBTC, WETH, World } from "../world.js";

const TOKENS = [USDC, CASH_SVM, WETH, WBTC];
const CASH = [USDC, CASH_SVM];
const ids = fc.constantFrom("a", "b");
const pair = fc.shuffledSubarray(TOKENS, { minLength: 2, maxLength: 2 });
const swaps = fc
  .tuple(pair, ids)
  .map(([[from = "", to = ""], id]): SwapDecision => swap(from, to, 10, { id }) as SwapDecision);
const cancels: fc.Arbitrary<CancelDecision> = fc.record(
  {
    kind: fc.constant("cancel" as const),
    reason: fc.constantFrom("one", "two"),
    id: ids,
    token: fc.constantFrom(...TOKENS),
  },
  { requiredKeys: ["kind", "reason"] },
);
const decisions: fc.Arbitrary<Decision> = fc.oneof(
  swaps,
  cancels,
  fc.constantFrom(WETH, WBTC).map((token) => target({ [token]: 0.1 })),
  fc.constant<Decision>({ kind: "hold", reason: "wait" }),
);

/** Whether a decision takes back an older trade. */
function takes(decision: Decision, older: SwapDecision): boolean {
  const tokens = [older.from, older.to];
  if (decision.kind === "hold") return false;
  if (decision.kind === "cancel")
    return (
      (decision.id === undefined || decision.id === older.id) &&
      (decision.token === undefined || tokens.includes(decision.token))
    );
  const named = decision.kind === "swap" ? [decision.from, decision.to] : Object.keys(decision.weights);
  const others = named.filter((token) => !CASH.includes(token));
  return (others.length > 0 ? others : named).some((token) => tokens.includes(token));
}

test("decisions withdraw waiting intents of their tokens or ids, in order, each for the last one's reason", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(swaps, { minLength: 1, maxLength: 4, size: "max" }),
      fc.array(decisions, { minLength: 1, maxLength: 6, size: "max" }),
      async (older, newer) => {
        const world = new World({
          balances: { [USDC]: 5_000, [CASH_SVM]: 5_000, [WETH]: 1, [WBTC]: 0.1 },
          rules: { crossChain: true },
        });
        world.decide("s", ...older);
        const waiting = world.journal.intents.map(({ intent }) => intent.id);
        const first = world.journal.nextDecision() + 1;
        const expected = new Map<string, string>();
        for (const [i, decision] of newer.entries())
          for (const [j, one] of older.entries())
            if (takes(decision, one))
              expected.set(
                waiting[j] as string,
                decision.kind === "cancel" ? `withdrawn: ${decision.reason}` : `decision ${first + i} is newer`,
              );
        const { withdrawals } = world.decide("s", ...newer);
        expect(withdrawals.map(({ intent, reason }) => [intent, reason])).toEqual([...expected]);
        await world.pass(0);
      },
    ),
    { numRuns: 400 },
  );
});
