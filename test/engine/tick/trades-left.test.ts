import { expect, test } from "vitest";
import { z } from "zod";
import { defineStrategy } from "../../../src/strategy/define.js";
import { DAY, HOUR, makeWorld, runToEnd } from "../world.js";

/** Buys each hour, and asks something costly in its `read` unless no trade is left. */
function asking() {
  const seen: { readonly read: (number | null)[]; readonly decide: (number | null)[]; asked: number } = {
    ...{ read: [], decide: [], asked: 0 },
  };
  const definition = defineStrategy({
    ...{ name: "asking", summary: "For a test.", params: z.object({}), schedule: "30 * * * *" },
    needs: () => ({ prices: ["WETH.eth"] }),
    inputs: z.boolean(),
    read: async ({ team }) => {
      seen.read.push(team.tradesLeftToday);
      if (team.tradesLeftToday === 0) return false;
      seen.asked++;
      await Promise.resolve();
      return true;
    },
    decide: ({ team, swap, now }) => {
      seen.decide.push(team.tradesLeftToday);
      return swap({ from: "USDC.eth", to: "WETH.eth", size: { usd: 5 }, reason: `buys at ${now}` });
    },
  });
  return { seen, definition };
}

test("a strategy sees in `read` and `decide` how many trades its bot's limit leaves it that day", async () => {
  const { seen, definition } = asking();
  const world = makeWorld({
    ...{ strategies: [definition], duration: DAY + 2 * HOUR },
    settings: { risk: { maxTradesPerDay: 3 } },
  });
  await runToEnd(world);
  const day = [3, 2, 1, ...Array.from({ length: 21 }, () => 0)];
  expect(seen.decide).toEqual([...day, 3, 2]);
  expect(seen.read).toEqual(seen.decide);
  expect(seen.asked).toBe(5);
  expect(world.journal.intents).toHaveLength(5);
});

test("if config sets no limit of trades a day, the number left is null", async () => {
  const { seen, definition } = asking();
  await runToEnd(makeWorld({ strategies: [definition], duration: 2 * HOUR }));
  expect(seen.decide).toEqual([null, null]);
});

test("two strategies share the limit, and a trade that one plans is no longer left at the next instant", async () => {
  const { seen, definition } = asking();
  const strategies = ["a", "b"].map((name) => ({ definition: { ...definition, name }, allocation: 0.5 }));
  const world = makeWorld({ strategies, duration: 3 * HOUR, settings: { risk: { maxTradesPerDay: 4 } } });
  await runToEnd(world);
  expect(seen.decide).toEqual([4, 4, 2, 2, 0, 0]);
});
