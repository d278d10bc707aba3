import { expect, test } from "vitest";
import type { Rules } from "../../src/model/rules.js";
import { buyer, deciding, idler } from "./strategies.js";
import { DAY, HOUR, makeWorld, MINUTE, pass, RULES, runToEnd, START, usualPrice } from "./world.js";

test("rules are read at the start and hourly, passed on, and a change is noted", async () => {
  const told: Rules[] = [];
  const service: Rules = { ...RULES, source: "service", maxTradeShare: 0.25 };
  const world = makeWorld({
    strategies: [idler()],
    duration: 3 * HOUR,
    ports: { onRules: (rules) => told.push(rules) },
  });
  const engine = world.bot({
    venue: {
      ...world.venue,
      rules: () => ({
        ...service,
        readAt: world.clock.now(),
        maxTradeShare: world.clock.now() > START + 90 * MINUTE ? 0.1 : 0.25,
      }),
    },
  });
  await runToEnd(world, DAY, engine);
  expect(told.map(({ maxTradeShare }) => maxTradeShare)).toEqual([0.25, 0.1]);
  const changes = world.journal.notes.filter(({ kind }) => kind === "rules-changed");
  expect(changes).toMatchObject([{ at: START + 2 * HOUR, text: "The rules changed: maxTradeShare was 0.25, is 0.1" }]);
});

test("rules are read again after a trade is refused by one, no more often than the status", async () => {
  const world = makeWorld({
    strategies: [
      deciding(
        "often",
        ({ swap }) => swap({ from: "USDC.eth", to: "WETH.eth", size: { usd: 1_000 }, reason: "buys" }),
        "*/5 * * * *",
      ),
    ],
    duration: 50 * MINUTE,
    settings: { watchEvery: 10 * MINUTE },
    competition: { maxTradeShare: 0.01 },
  });
  const old: Rules = { ...RULES, source: "service", maxTradeShare: 0.25 };
  const reads: number[] = [];
  const rules = (): Rules => {
    reads.push((world.clock.now() - START) / MINUTE);
    return reads.length < 3 ? old : { ...old, maxTradeShare: 0.01 };
  };
  await runToEnd(world, DAY, world.bot({ venue: { ...world.venue, rules } }));
  const states = world.journal.intents.map(({ state }) => state);
  expect(reads.map(Math.floor)).toEqual([0, 5, 15]);
  expect(states.filter((state) => state === "REJECTED")).toHaveLength(3);
  expect(new Set(states.slice(3))).toEqual(new Set(["FILLED"]));
});

test("rules that cannot be read at the start are read as often as the status, and failure and end are reported once", async () => {
  const told: Rules[] = [];
  const world = makeWorld({
    strategies: [idler()],
    duration: 30 * MINUTE,
    settings: { watchEvery: MINUTE },
    ports: { onRules: (rules) => told.push(rules) },
  });
  const service: Rules = { ...RULES, source: "service", maxTradeShare: 0.1 };
  const away = (): boolean => world.clock.now() < START + 10 * MINUTE;
  let reads = 0;
  const rules = (): Rules | Promise<Rules> => {
    reads++;
    return away() ? Promise.reject(new Error("502")) : service;
  };
  await runToEnd(world, DAY, world.bot({ venue: { ...world.venue, rules } }));
  expect(told.map(({ maxTradeShare }) => maxTradeShare)).toEqual([0.1]);
  expect(world.journal.notes.filter(({ kind }) => kind.startsWith("rules-"))).toMatchObject([
    { kind: "rules-unread", level: "warn", at: START },
    { kind: "rules-read", level: "info", at: START + 10 * MINUTE },
  ]);
  expect(reads).toBe(11);
});

test("rules that this version cannot read are reported in their own words, once", async () => {
  const world = makeWorld({ strategies: [idler()], duration: 3 * HOUR });
  const rules: Rules = { ...RULES, source: "service", unread: ["No bots", "No short names"] };
  await runToEnd(world, DAY, world.bot({ venue: { ...world.venue, rules: () => rules } }));
  expect(world.journal.notes.filter(({ kind }) => kind.startsWith("rules-"))).toMatchObject([
    { kind: "rules-unclear", level: "warn", text: "Rules that this version cannot read: No bots · No short names" },
  ]);
});

test("values that the service's rules leave out come from config, and the view names the source", async () => {
  const silent: Rules = { ...RULES, source: "service", maxTradeShare: null, crossChain: null, slippage: null };
  const rules: Rules = { ...RULES, minTradesPerDay: 3 };
  const world = makeWorld({ strategies: [idler()], duration: 11 * MINUTE, settings: { rules } });
  await runToEnd(world, DAY, world.bot({ venue: { ...world.venue, rules: () => silent } }));
  expect(world.journal.ticks[0]?.strategies[0]?.view).toMatchObject({
    rules: {
      ...{ maxTradeShare: 0.25, crossChain: false, minTradesPerDay: 3, slippage: "computed", source: "service" },
      assumed: ["maxTradeShare", "crossChain", "minTradesPerDay", "slippage"],
    },
  });
});

test("equity is noted with every sample, and at the end", async () => {
  const world = makeWorld({ strategies: [idler()], duration: 10 * MINUTE });
  const result = await runToEnd(world);
  const points = world.journal.equityPoints;
  expect([...new Set(points.map(({ at }) => at))]).toEqual(Array.from({ length: 11 }, (_, i) => START + i * MINUTE));
  expect(points.at(-1)?.at).toBe(result.endedAt);
  expect(points.every(({ total, books }) => total === 15_000 && books["idler"] === 15_000)).toBe(true);
});

test("a daily minimum in danger is warned of, once for each count", async () => {
  const world = makeWorld({ strategies: [idler()], duration: DAY - MINUTE, settings: { minTradesPerDay: 3 } });
  await runToEnd(world);
  const warnings = world.journal.notes.filter(({ kind }) => kind === "minimum-in-danger");
  expect(warnings).toMatchObject([
    { at: START + 12 * HOUR, text: expect.stringContaining("0 of 3 trades made on 2025-03-01") as string },
  ]);
  expect(world.journal.trades).toEqual([]);
});

test("by config the smallest trades keep the daily minimum, there and back, with their reason", async () => {
  const world = makeWorld({
    strategies: [{ definition: idler(), allocation: 0.5 }],
    duration: DAY - MINUTE,
    settings: { minTradesPerDay: 3, keepMinimum: true },
  });
  await runToEnd(world);
  const made = world.exchange.trades(world.team.id).toReversed();
  expect(made.map(({ from, to }) => `${from} ${to}`)).toEqual([
    "USDC.eth WETH.eth",
    "WETH.eth USDC.eth",
    "USDC.eth WETH.eth",
  ]);
  for (const { reason } of made)
    expect(reason).toMatch(/Keeps the daily minimum of trades: \d of 3 made on 2025-03-01/);
  expect(made[0]?.fromAmount.toNumber()).toBeLessThan(2);
  expect(world.journal.trades).toHaveLength(3);
});

test("trades that strategies make count towards the minimum", async () => {
  const world = makeWorld({
    strategies: [buyer()],
    duration: DAY - MINUTE,
    settings: { minTradesPerDay: 3, keepMinimum: true },
  });
  await runToEnd(world);
  expect(world.journal.notes.filter(({ kind }) => kind === "minimum-in-danger")).toEqual([]);
});

test("a drawdown beyond the limit, seen by both sources several times, stops everything with exit code 4", async () => {
  const all = deciding("all-in", ({ target, book }) =>
    target({ weights: { "WETH.eth": book.reach("WETH.eth") }, reason: "all in" }),
  );
  const world = makeWorld({
    strategies: [all],
    settings: { risk: { drawdownStop: { share: 0.1, samples: 3 } } },
    prices: (token, at) => (token === "WETH.eth" && at > START + 3 * HOUR ? 1_250 : usualPrice(token)),
  });
  const result = await runToEnd(world);
  expect(result).toMatchObject({
    code: "DRAWDOWN_STOP",
    exitCode: 4,
    reason: expect.stringContaining("below its peak") as string,
  });
  expect(result.endedAt).toBeGreaterThan(START + 3 * HOUR + 3 * MINUTE);
  expect(result.endedAt).toBeLessThan(START + 4 * HOUR);
});

test("a drawdown is not believed while the price of a holding is missing", async () => {
  const mixed = deciding("mixed", ({ target }) =>
    target({ weights: { "WETH.eth": 0.2, "WBTC.eth": 0.02 }, reason: "a little of it" }),
  );
  const priceOf = (token: string, at: number): number | null => {
    if (token === "WBTC.eth" && at > START + 2 * HOUR) return null;
    return token === "WETH.eth" && at > START + 3 * HOUR ? 1_250 : usualPrice(token);
  };
  const world = makeWorld({
    strategies: [{ ...mixed, needs: () => ({ prices: ["WETH.eth", "WBTC.eth"] }) }],
    duration: 6 * HOUR,
    settings: { risk: { drawdownStop: { share: 0.05, samples: 3 } } },
    prices: priceOf,
  });
  const result = await runToEnd(world);
  expect(world.journal.recover(world.competition.id).books["mixed"]?.["WBTC.eth"]?.amount.isPositive()).toBe(true);
  expect(result).toMatchObject({ code: "COMPETITION_OVER", exitCode: 0 });
});

test("a price that goes missing is reported once, and again when it is back", async () => {
  const world = makeWorld({
    strategies: [idler()],
    duration: HOUR,
    prices: (token, at) =>
      token === "WETH.eth" && at > START + 10 * MINUTE && at < START + 20 * MINUTE ? null : usualPrice(token),
  });
  await runToEnd(world);
  const lines = world.lines.map(({ message }) => message).filter((message) => message.includes("WETH.eth"));
  expect(lines).toEqual(["No price of WETH.eth: the service has none", "WETH.eth has a price again"]);
});

test("a person's swap goes through risk and the protocol, from the unassigned book", async () => {
  const world = makeWorld({ strategies: [{ definition: idler(), allocation: 0.5 }] });
  void world.engine.run();
  await pass(world, MINUTE);
  const swapped = world.engine.swap({ from: "USDC.eth", to: "WETH.eth", size: { usd: 100 }, reason: "verification" });
  await pass(world, MINUTE);
  expect(await swapped).toMatchObject({ outcomes: [{ status: "filled", fromAmount: "100" }], askedBefore: null });
  expect(world.exchange.trades(world.team.id)[0]?.reason).toMatch(/^\[test-\w{6}\] verification$/);
  const { books } = world.journal.recover(world.competition.id);
  expect(books["unassigned"]?.["USDC.eth"]?.amount.toNumber()).toBe(2_400);
  expect(books["idler"]?.["USDC.eth"]?.amount.toNumber()).toBe(2_500);
});

test("an invalid swap of a person is refused with its reason", async () => {
  const world = makeWorld({ strategies: [idler()] });
  const swap = (more: object) =>
    world.engine.swap({ from: "USDC.eth", to: "WETH.eth", size: { usd: 100 }, reason: "x", ...more });
  await expect(swap({})).rejects.toThrow(/it cannot swap now/);
  void world.engine.run();
  await pass(world, MINUTE);
  await expect(swap({ to: "NOPE.eth" })).rejects.toThrow(/no token/);
  await expect(swap({ size: { usd: -1 } })).rejects.toThrow(/size\.usd/);
  expect(await swap({ to: "SOL.svm", book: "idler" })).toMatchObject({
    outcomes: [{ status: "refused", code: "CROSS_CHAIN" }],
  });
});
