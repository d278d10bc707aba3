import { expect, test } from "vitest";
import { sleep } from "../../../src/core/time/clock.js";
import { z } from "zod";
import { defineStrategy } from "../../../src/strategy/define.js";
import { buyer } from "../strategies.js";
import { expectWholeBooks, HOUR, makeWorld, MINUTE, pass, runToEnd, START, usualPrice } from "../world.js";

test("a bot trades through a whole competition and ends by itself with the standing", async () => {
  const world = makeWorld({ strategies: [buyer()], duration: 6 * HOUR });
  const result = await runToEnd(world);
  expect(result).toMatchObject({ code: "COMPETITION_OVER", exitCode: 0, competition: { name: "Spring" } });
  expect(result.standing).toMatchObject({ teams: 2, table: [{ rank: 1 }, { rank: 2 }] });
  expect(result.standing?.readAt).toBe(result.endedAt);
  expect(world.journal.runs[0]?.ending).toMatchObject({ exitCode: 0 });
});

test("journal, books and exchange agree to the last digit", async () => {
  const world = makeWorld({
    strategies: [buyer("a", "*/7 * * * *"), buyer("b", "*/5 * * * *")].map((definition) => ({
      definition,
      allocation: 0.4,
    })),
    duration: 3 * HOUR,
  });
  await runToEnd(world);
  const made = world.exchange.trades(world.team.id);
  expect(made.length).toBeGreaterThan(40);
  expect(world.journal.trades.map(({ trade }) => trade.id).sort()).toEqual(made.map(({ id }) => id).sort());
  for (const { reason } of made) expect(reason).toMatch(/^\[test-[0-9a-z]{6}\] buys at \d+$/);
  expectWholeBooks(world);
});

test("strategies that are due at one instant share one reading, and decide in config order", async () => {
  const reads: string[] = [];
  const world = makeWorld({
    strategies: ["z", "a", "m"].map((name) => ({ definition: buyer(name), allocation: 0.3 })),
    duration: 11 * MINUTE,
    settings: { sampleEvery: Infinity },
    venue: (venue) => ({
      ...venue,
      scope() {
        const scope = venue.scope();
        return {
          ...scope,
          price: (token, options) => {
            reads.push(token);
            return scope.price(token, options);
          },
        };
      },
    }),
  });
  await runToEnd(world);
  expect(reads.filter((token) => token === "WETH.eth")).toHaveLength(1);
  expect(world.journal.ticks).toHaveLength(1);
  expect(world.journal.ticks[0]?.strategies.map(({ strategy }) => strategy)).toEqual(["z", "a", "m"]);
});

test("several schedules of a strategy that coincide are one tick", async () => {
  const both = defineStrategy({
    name: "both",
    summary: "Two schedules.",
    params: z.object({}),
    schedule: { slow: "*/10 * * * *", fast: "*/5 * * * *" },
    decide: ({ due, hold }) => hold({ reason: due.join(" ") }),
  });
  const world = makeWorld({ strategies: [both], duration: 21 * MINUTE });
  await runToEnd(world);
  expect(world.journal.ticks.map(({ strategies }) => strategies[0]?.due)).toEqual([
    ["fast"],
    ["slow", "fast"],
    ["fast"],
    ["slow", "fast"],
  ]);
});

test("a strategy gets the outcomes of its decisions, once", async () => {
  const heard: string[][] = [];
  const listener = defineStrategy({
    name: "listener",
    summary: "Listens.",
    params: z.object({}),
    schedule: "*/10 * * * *",
    needs: () => ({ prices: ["WETH.eth"] }),
    decide({ outcomes, swap, hold }) {
      heard.push(outcomes.map(({ status, code }) => `${status} ${code}`.trim()));
      if (heard.length === 1) return swap({ from: "USDC.eth", to: "WETH.eth", size: { usd: 10 }, reason: "buy" });
      if (heard.length === 2)
        return swap({ from: "SOL.svm", to: "USDC.svm", size: { fraction: 1 }, reason: "has none" });
      return hold({ reason: "listens" });
    },
  });
  await runToEnd(makeWorld({ strategies: [listener], duration: 41 * MINUTE }));
  expect(heard[0]).toEqual([]);
  expect(heard[1]).toEqual(["filled"]);
  expect(heard[2]).toHaveLength(1);
  expect(heard[2]?.[0]).toMatch(/^refused /);
  expect(heard[3]).toEqual([]);
});

test("bars are sampled, and a strategy warms up until it has enough of them", async () => {
  const closes: number[][] = [];
  const watcher = defineStrategy({
    name: "watcher",
    summary: "Watches bars.",
    params: z.object({}),
    schedule: "*/5 * * * *",
    needs: () => ({ bars: [{ token: "WETH.eth", interval: "5m", count: 3 }] }),
    decide({ bars, hold }) {
      closes.push([...bars("WETH.eth").close]);
      return hold({ reason: "watches" });
    },
  });
  const world = makeWorld({
    strategies: [watcher],
    duration: 31 * MINUTE,
    prices: (token, at) => (token === "WETH.eth" ? 1_000 + Math.floor((at - START) / MINUTE) : usualPrice(token)),
  });
  await runToEnd(world);
  const statuses = world.journal.ticks.map(({ strategies }) => strategies[0]?.status);
  expect(statuses).toEqual(["warming-up", "warming-up", "decided", "decided", "decided", "decided"]);
  expect(closes[0]).toEqual([1_004, 1_009, 1_014]);
  expect(closes[1]).toEqual([1_009, 1_014, 1_019]);
  expect(world.lines.map(({ message }) => message)).toContain(
    "watcher: warming up: its bars will be complete at 2025-03-01T00:15:00.000Z",
  );
});

test("with a history the bars are there from the first tick", async () => {
  const watcher = defineStrategy({
    name: "watcher",
    summary: "Watches bars.",
    params: z.object({}),
    schedule: "*/5 * * * *",
    needs: () => ({ bars: [{ token: "WETH.eth", interval: "5m", count: 3 }] }),
    decide: ({ bars, hold }) => hold({ reason: [...bars("WETH.eth").close].join(" ") }),
  });
  const points = Array.from({ length: 20 }, (_, i) => ({ at: START - (20 - i) * MINUTE, usd: 10 + i }));
  const history = {
    points: (token: string, from: number, until: number) =>
      token === "WETH.eth" ? points.filter(({ at }) => at >= from && at < until) : [],
  };
  const world = makeWorld({ strategies: [watcher], duration: 6 * MINUTE, ports: { history: [history] } });
  await runToEnd(world);
  expect(world.journal.decisions.map(({ decision }) => decision.reason)).toEqual(["24 29 2500"]);
});

test("the same seed and prices give the same decisions, trades and equity", async () => {
  const chance = defineStrategy({
    name: "chance",
    summary: "Trades at random.",
    params: z.object({}),
    schedule: "*/5 * * * *",
    needs: () => ({ prices: ["WETH.eth"] }),
    decide: ({ random, swap }) =>
      swap({ from: "USDC.eth", to: "WETH.eth", size: { usd: 1 + random.int(50) }, reason: "by chance" }),
  });
  const run = async (): Promise<unknown> => {
    const world = makeWorld({ strategies: [chance], duration: 2 * HOUR });
    await runToEnd(world);
    return { ticks: world.journal.ticks, trades: world.journal.trades, equity: world.journal.equityPoints };
  };
  const first = await run();
  expect(await run()).toEqual(first);
});

test("status reports what the bot does", async () => {
  const world = makeWorld({ strategies: [buyer()] });
  expect(world.engine.status()).toMatchObject({ phase: "connecting", equity: null });
  void world.engine.run();
  await pass(world, 25 * MINUTE);
  expect(world.engine.status()).toMatchObject({
    phase: "trading",
    competition: { name: "Spring", state: "active", teams: 2 },
    tradesToday: 2,
    conflicts: [],
    strategies: [
      { name: "buyer", status: "running", lastTick: START + 20 * MINUTE, nextRun: START + 30 * MINUTE, open: 0 },
    ],
  });
  expect(world.engine.status().equity).toBeCloseTo(15_000, -1);
});

test("the end is noticed on time, even if an earlier reading of the status is still under way", async () => {
  const endAt = START + HOUR + 2_000;
  const world = makeWorld({
    strategies: [buyer()],
    duration: HOUR + 2_000,
    settings: { watchEvery: 15 * MINUTE },
    venue: (venue) => ({
      ...venue,
      status: async (options) => {
        const told = await venue.status(options);
        if (world.clock.now() === START + HOUR) await sleep(world.clock, 5_000);
        return { ...told, competition: told.competition && { ...told.competition, endAt } };
      },
    }),
  });
  expect(await runToEnd(world)).toMatchObject({ code: "COMPETITION_OVER", endedAt: START + HOUR + 5_000 });
});
