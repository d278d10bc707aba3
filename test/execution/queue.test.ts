import { expect, it, vi } from "vitest";
import { silentLog } from "../../src/core/log.js";
import { CASH_SVM, SOL, swap, USDC, WBTC, WETH, World } from "./world.js";

const SETTLE = 60_000;

it("parts that wait for a token which comes to rest are each dropped once, and other tokens go on", async () => {
  const warn = vi.spyOn(silentLog, "warn");
  const world = new World({
    balances: { [USDC]: 10_000, [WETH]: 1, [SOL]: 10, [CASH_SVM]: 100 },
    rules: { maxTradeShare: 0.25 },
  });
  world.venue.faults.push("lost-after");
  world.venue.listLagMs = 10 * SETTLE;
  world.decide("s", swap(USDC, WETH, 100), swap(USDC, WBTC, 6_000));
  await world.pass(SETTLE);
  expect(world.states()).toEqual(["CONFLICT", "DROPPED", "DROPPED"]);
  expect(world.told("dropped")).toMatchObject([{ code: "TOKEN_BLOCKED" }, { code: "PART_FAILED" }]);
  expect(warn.mock.calls).toEqual([]);
  warn.mockRestore();
  world.decide("s", swap(SOL, CASH_SVM, 1));
  await world.pass(1_000);
  expect(world.states().at(-1)).toBe("FILLED");
});
