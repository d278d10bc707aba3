import { expect, test } from "vitest";
import { z } from "zod";
import { defineStrategy } from "../../src/strategy/define.js";
import { HOUR, makeWorld, runToEnd } from "./world.js";

const buyer = defineStrategy({
  name: "buyer",
  summary: "Buys a little every hour.",
  params: z.object({}),
  schedule: "0 * * * *",
  needs: () => ({ prices: ["WETH.eth"] }),
  decide: ({ swap, now }) => swap({ from: "USDC.eth", to: "WETH.eth", size: { usd: 100 }, reason: `at ${now}` }),
});

test("a bot trades through a whole competition and ends with the standing", async () => {
  const world = makeWorld({ strategies: [buyer], duration: 6 * HOUR + 1 });
  const result = await runToEnd(world);
  console.log(result, world.lines.slice(0, 60));
  expect(result).toMatchObject({ code: "COMPETITION_OVER", exitCode: 0 });
  expect(world.journal.trades.length).toBe(6);
});
