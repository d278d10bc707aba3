import { expect, test } from "vitest";
import { deciding } from "./strategies.js";
import { DAY, makeWorld, MINUTE, runToEnd } from "./world.js";

test("the trade that keeps the daily minimum takes back nothing of what a strategy has on its way", async () => {
  const late = deciding(
    "late",
    ({ swap }) =>
      ["one", "two"].map((reason) => swap({ from: "USDC.eth", to: "WETH.eth", size: { usd: 500 }, reason })),
    "0 21 * * *",
  );
  const world = makeWorld({
    strategies: [late],
    duration: DAY - MINUTE,
    settings: { minTradesPerDay: 3, keepMinimum: true },
  });
  await runToEnd(world);
  const made = world.exchange.trades(world.team.id).toReversed();
  expect(made.map(({ reason }) => reason?.split(" ")[1])).toEqual(["one", "two", "Keeps"]);
  expect(world.journal.intents.map(({ state }) => state)).toEqual(["FILLED", "FILLED", "FILLED"]);
});
