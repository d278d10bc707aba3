import { expect, test } from "vitest";
import { z } from "zod";
import { plannedRequests } from "../../../src/app/start/planned.js";
import { defineStrategy, type Schedule } from "../../../src/strategy/define.js";
import { bound, MINUTE, registry, SETTINGS, START } from "../../engine/world.js";

const named = (name: string, token: string, schedule: Schedule, reads = false) =>
  bound(
    defineStrategy({
      ...{ name, summary: "Asks.", params: z.object({}), schedule, needs: () => ({ prices: [token] }) },
      ...(reads && { inputs: z.null(), read: () => Promise.resolve(null) }),
      decide: ({ hold }) => hold({ reason: "nothing" }),
    }),
  );

const prices = (sampleEvery: number, ...strategies: ReturnType<typeof bound>[]) =>
  plannedRequests({ ...SETTINGS, sampleEvery }, strategies, registry, START).getPrice;

test("a token's price, and that of its chain's cash, is read with each sample", () => {
  expect(prices(MINUTE, named("a", "WETH.eth", "0 * * * *"))).toBe(2);
  expect(prices(MINUTE / 2, named("a", "WETH.eth", "0 * * * *"))).toBe(4);
});

test("an instant between samples at which a strategy is due costs one more reading of its prices", () => {
  expect(prices(MINUTE, named("a", "WETH.eth", { main: "* * * * *", guard: "*/15 * * * * *" }))).toBe(2 * 4);
  expect(prices(Infinity, named("a", "WETH.eth", "30 * * * * *"))).toBe(2);
});

test("strategies that are due at one instant share their prices", () => {
  const together = [named("a", "WETH.eth", "30 * * * * *"), named("b", "WETH.eth", "30 * * * * *")];
  expect(prices(MINUTE, ...together)).toBe(2 + 2);
  const apart = [named("a", "WETH.eth", "30 * * * * *"), named("b", "SOL.svm", "40 * * * * *")];
  expect(prices(MINUTE, ...apart)).toBe(4 + 2 + 2);
});

test("a strategy with a read hook has its prices read again after it", () => {
  expect(prices(Infinity, named("a", "WETH.eth", "30 * * * * *", true))).toBe(4);
});

test("each comparison of books and balances reads the list of trades too", () => {
  const planned = plannedRequests({ ...SETTINGS, balancesEvery: 2 * MINUTE }, [], registry, START);
  expect(planned).toMatchObject({ getBalances: 0.5, getTrades: 0.5 });
});
