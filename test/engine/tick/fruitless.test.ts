import { expect, test } from "vitest";
import type { Outcome } from "../../../src/model/outcome.js";
import { deciding } from "../strategies.js";
import { DAY, HOUR, makeWorld, runToEnd, type WorldOptions } from "../world.js";

const DUST_HELD = { "USDC.eth": "5000", "WETH.eth": "0.000002" };

/** A bot that asks every minute for a target of 0 of a token of which it has 0.000002. */
function dusty(heard: Outcome[] = []) {
  const clears = deciding(
    "clears",
    ({ target, outcomes }) => {
      heard.push(...outcomes);
      return target({ weights: { "WETH.eth": 0 }, reason: "out of the market" });
    },
    "* * * * *",
  );
  const competition: WorldOptions["competition"] = { startBalances: DUST_HELD };
  return makeWorld({ strategies: [clears], duration: HOUR, competition });
}

test("a target that is too little to trade, decided every minute, is one decision, one verdict and one line", async () => {
  const world = dusty();
  await runToEnd(world, DAY);
  const { decisions, verdicts } = world.journal;
  expect(decisions.map(({ count }) => count)).toEqual([1, expect.any(Number)]);
  expect(decisions[1]?.count).toBeGreaterThan(55);
  expect(verdicts.filter(({ control }) => control === "planner").length).toBeLessThanOrEqual(2);
  const lines = world.lines.filter(({ level, message }) => level === "info" && message.includes("out of the market"));
  expect(lines.length).toBeLessThanOrEqual(2);
});

test("a strategy gets one report that what it wants to sell is dust", async () => {
  const heard: Outcome[] = [];
  await runToEnd(dusty(heard), DAY);
  expect(heard).toMatchObject([
    {
      status: "cut",
      ...{ code: "DUST", from: "WETH.eth", to: "WETH.eth" },
      reason: expect.stringContaining("0.000002 WETH.eth is dust, and stays") as string,
    },
  ]);
});
