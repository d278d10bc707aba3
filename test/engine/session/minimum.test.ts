import { expect, test } from "vitest";
import { deciding } from "../strategies.js";
import { bound, DAY, makeWorld, MINUTE, runToEnd, START, usualPrice } from "../world.js";

type Options = Parameters<typeof makeWorld>[0];

const idle = deciding("idle", () => [], "0 21 * * *");

/** A day on which no strategy trades, and the bot itself keeps the minimum. */
async function idleDay(minTradesPerDay: number, { settings, ...options }: Partial<Options> = {}) {
  const world = makeWorld({
    strategies: [idle],
    duration: DAY - MINUTE,
    settings: { minTradesPerDay, keepMinimum: true, ...settings },
    ...options,
  });
  await runToEnd(world);
  return { world, made: world.exchange.trades(world.team.id).toReversed() };
}

test("the trade that keeps the daily minimum withdraws nothing that a strategy has under way", async () => {
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

test("a refused trade for the daily minimum is not decided anew at each price", async () => {
  const { world } = await idleDay(1, { settings: { risk: { maxTradeUsd: 0.5 } } });
  const decided = world.journal.decisions.filter(({ decision }) => decision.reason.startsWith("Keeps"));
  expect(world.exchange.trades(world.team.id)).toEqual([]);
  expect(decided.length).toBeGreaterThan(3);
  expect(decided.length).toBeLessThan(30);
});

test("after an unknown trade for the daily minimum no other one is tried at each price", async () => {
  const { world } = await idleDay(1, {
    venue: (venue) => ({
      ...venue,
      execute: () => Promise.resolve({ kind: "unknown" as const, error: new Error("connection reset") }),
    }),
  });
  const [first, second] = world.journal.intents.map(({ intent }) => intent.preparedAt);
  expect((second ?? NaN) - (first ?? NaN)).toBeGreaterThanOrEqual(5 * MINUTE);
});

test("the daily minimum is kept with allowed tokens, even if a strategy names another one first", async () => {
  const { made } = await idleDay(2, {
    settings: { risk: { tokens: ["WBTC.eth"] } },
    ports: { strategies: [{ ...bound(idle), traded: ["WETH.eth", "WBTC.eth"], tokens: ["WETH.eth", "WBTC.eth"] }] },
  });
  expect(made.map(({ from, to }) => `${from} ${to}`)).toEqual(["USDC.eth WBTC.eth", "WBTC.eth USDC.eth"]);
});

test("the daily minimum is kept if the rules' smallest trade, in tokens, is larger than our own in dollars", async () => {
  const { made } = await idleDay(2, { competition: { minTradeAmount: "10" } });
  // Nobody has ten of the token to sell, so there is no way back.
  expect(made.map(({ from, fromAmount }) => `${fromAmount.toFixed()} ${from}`)).toEqual(["11 USDC.eth", "11 USDC.eth"]);
});

test("the daily minimum is not kept by a trade back that costs more than the first one", async () => {
  const { made } = await idleDay(2, {
    competition: { minTradeAmount: "0.1", startBalances: { "USDC.eth": "5000", "WETH.eth": "1" } },
  });
  expect(made.map(({ from }) => from)).toEqual(["USDC.eth", "USDC.eth"]);
});

test("the daily minimum is kept by selling a little of a holding, if no cash is left", async () => {
  const { made, world } = await idleDay(2, { competition: { startBalances: { "WETH.eth": "1", "USDC.eth": "0.5" } } });
  expect(made.map(({ from, to }) => `${from} ${to}`)).toEqual(["WETH.eth USDC.eth", "WETH.eth USDC.eth"]);
  const sold = made.map(({ fromAmount }) => fromAmount.toNumber() * 2_500);
  expect(Math.max(...sold)).toBeLessThan(1.2);
  expect(world.journal.notes.filter(({ text }) => text.includes("no book has cash"))).toEqual([]);
});

test("the daily minimum sells the holding of which the rules' smallest trade is worth least", async () => {
  const { made } = await idleDay(1, {
    competition: { minTradeAmount: "0.01", startBalances: { "WETH.eth": "4", "SOL.svm": "10" } },
  });
  expect(made.map(({ from }) => from)).toEqual(["SOL.svm"]);
});

test("the daily minimum is kept from holdings if the only cash is on chains without a named token", async () => {
  const { made } = await idleDay(2, {
    settings: { risk: { tokens: ["SOL.svm"] } },
    competition: { startBalances: { "SOL.svm": "10", "USDC.eth": "5000" } },
  });
  expect(made.map(({ from, to }) => `${from} ${to}`)).toEqual(["SOL.svm USDC.svm", "SOL.svm USDC.svm"]);
});

test("the daily minimum is kept even if no strategy names a token: prices of allowed tokens are read then", async () => {
  const nameless = { ...bound(idle), traded: [], tokens: [] };
  const { made } = await idleDay(2, {
    ports: { strategies: [nameless] },
    competition: { startBalances: { "USDC.eth": "5000" } },
  });
  expect(made.map(({ from, to }) => `${from} ${to}`)).toEqual(["USDC.eth WETH.eth", "WETH.eth USDC.eth"]);
});

test("prices of allowed tokens are read again if none could be read at first", async () => {
  const nameless = { ...bound(idle), traded: [], tokens: [] };
  const late = START + DAY - 100 * MINUTE;
  const { made } = await idleDay(2, {
    ports: { strategies: [nameless] },
    competition: { startBalances: { "USDC.eth": "5000" } },
    prices: (token, at) => (token !== "USDC.eth" && at < late ? null : usualPrice(token)),
  });
  expect(made.map(({ from, to }) => `${from} ${to}`)).toEqual(["USDC.eth WETH.eth", "WETH.eth USDC.eth"]);
});

test("a daily minimum that nothing can be traded for is reported, once", async () => {
  const { world } = await idleDay(1, {
    settings: { risk: { tokens: ["USDT.eth"] } },
    prices: (token) => (token === "USDT.eth" ? null : usualPrice(token)),
  });
  expect(world.journal.notes.filter(({ kind }) => kind === "minimum-in-danger")).toMatchObject([
    { text: expect.stringContaining("will be made") as string },
    { text: expect.stringContaining("no book has cash that can be traded for an allowed token") as string },
  ]);
});
