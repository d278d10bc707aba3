import { expect, test } from "vitest";
import type { Intent } from "../../../src/model/intent.js";
import { swap, USDC, WBTC, WETH, World } from "../world.js";

/** How often execution looks at each of so many trades that were decided at one instant, until all are filled. */
async function looksAtEach(count: number): Promise<number> {
  const world = new World({ balances: { [USDC]: 100_000 }, allocations: { s: 0.5, other: 0.5 } });
  await world.executor.recover([]);
  let looks = 0;
  const watched = (intent: Intent): Intent =>
    new Proxy(intent, {
      get(real, name) {
        looks++;
        return Reflect.get(real, name) as unknown;
      },
    });
  const at = world.clock.now();
  const decided = (to: string) =>
    Array.from({ length: count }, () => ({ seq: world.journal.nextDecision(), decision: swap(USDC, to, 20) }));
  const records = decided(WETH);
  const { intents, ...rest } = world.executor.plan("s", records, at);
  const decisions = records.map((record) => ({ ...record, strategy: "s" }));
  world.journal.prepare({ at, decisions, verdicts: [], intents, outcomes: [] });
  world.executor.enqueue({ ...rest, intents: intents.map(watched) });
  // What is planned while they wait must not look at each of them again and again either.
  expect(world.executor.plan("other", decided(WETH), at).intents).toHaveLength(count);
  expect(world.executor.plan("s", decided(WBTC), at).withdrawals).toEqual([]);
  expect(world.executor.plan("s", decided(WETH), at).withdrawals).toHaveLength(count);
  await world.pass(60_000);
  expect(world.states()).toEqual(intents.map(() => "FILLED"));
  return looks / count;
}

test("a trade is checked as often, however many others wait with it", async () => {
  const few = await looksAtEach(20);
  expect(await looksAtEach(200)).toBeLessThan(1.5 * few);
});
