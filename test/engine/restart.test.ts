import { expect, test } from "vitest";
import { z } from "zod";
import type { EngineResult } from "../../src/engine/index.js";
import type { Venue } from "../../src/model/venue.js";
import { defineStrategy } from "../../src/strategy/define.js";
import { killed, losing } from "./dying-bot.js";
import { deciding } from "./strategies.js";
import {
  bound,
  expectWholeBooks,
  HOUR,
  makeWorld,
  MINUTE,
  pass,
  runToEnd,
  SETTINGS,
  usualPrice,
  type TestWorld,
} from "./world.js";

/** Counts its decisions in its state, and buys each time. */
const counter = defineStrategy({
  name: "counter",
  summary: "Counts.",
  params: z.object({}),
  schedule: "*/10 * * * *",
  needs: () => ({ prices: ["WETH.eth"] }),
  state: z.object({ count: z.number().default(0) }),
  decide: ({ state, swap, outcomes }) => ({
    decisions: swap({
      from: "USDC.eth",
      to: "WETH.eth",
      size: { usd: 20 },
      reason: `decision ${state.count + 1}, heard ${outcomes.map(({ status }) => status).join(" ")}`,
    }),
    state: { count: state.count + 1 },
  }),
});

/** Goes as far into the market as one trade may, each time. */
const buyer = deciding("buyer", ({ swap }) =>
  swap({ from: "USDC.eth", to: "WETH.eth", size: { usd: 500 }, reason: "buys" }),
);

/** Buys once, so much that it is divided. */
const whale = deciding("whale", ({ book, swap, hold }) =>
  book.amount("WETH.eth") > 0
    ? hold({ reason: "has it" })
    : swap({ from: "USDC.eth", to: "WETH.eth", size: { fraction: 1 }, reason: "buys" }),
);

test("a divided trade whose last part was made as the bot was killed is one trade of the day after the restart", async () => {
  const world = makeWorld({ strategies: [{ definition: whale, allocation: 1 }], duration: HOUR });
  await killed(
    world,
    10 * MINUTE + 1,
    losing(world.venue, (nth) => nth === 2),
  );
  expect(world.journal.intents.slice(0, 2).map(({ state }) => state)).toEqual(["FILLED", "SENT"]);
  const second = world.bot();
  void second.run();
  await pass(world, 15 * MINUTE);
  expect(world.journal.intents.slice(0, 2).map(({ state }) => state)).toEqual(["FILLED", "FILLED"]);
  expect(second.status().tradesToday).toBe(1);
});

const reasons = (world: TestWorld): string[] => world.journal.decisions.map(({ decision }) => decision.reason);

test("after a restart state, outcomes, books and the day's trades are unchanged", async () => {
  const world = makeWorld({ strategies: [{ definition: counter, allocation: 0.5 }], duration: 2 * HOUR });
  await killed(world, 35 * MINUTE);
  const before = world.journal.recover(world.competition.id);
  const second = world.bot();
  const ended = second.run();
  await pass(world, 10 * MINUTE);
  expect(reasons(world)).toEqual([
    "decision 1, heard ",
    "decision 2, heard filled",
    "decision 3, heard filled",
    "decision 4, heard filled",
  ]);
  expect(second.status().tradesToday).toBe(4);
  expect(before.books["counter"]?.["USDC.eth"]?.amount.toNumber()).toBe(2_440);
  await pass(world, 2 * HOUR);
  expect(await ended).toMatchObject({ code: "COMPETITION_OVER" });
  expectWholeBooks(world);
});

test("a trade whose answer the crash lost is found by its marker before the first decision, and not repeated", async () => {
  const world = makeWorld({
    strategies: [{ definition: counter, allocation: 0.5 }],
    duration: 3 * HOUR,
    venue: (venue) => losing(venue, (nth) => nth === 1),
  });
  await killed(world, 10 * MINUTE + 1);
  expect(world.journal.intents.map(({ state }) => state)).toEqual(["SENT"]);
  const ended = world.bot().run();
  await pass(world, 3 * HOUR);
  expect(await ended).toMatchObject({ code: "COMPETITION_OVER" });
  const made = world.exchange.trades(world.team.id);
  expect(world.journal.trades.map(({ trade }) => trade.id).sort()).toEqual(made.map(({ id }) => id).sort());
  expect(reasons(world)[1]).toMatch(/^decision 2, heard .*filled/);
});

test("changed allocations move between the books, and are noted", async () => {
  const world = makeWorld({ strategies: [{ definition: counter, allocation: 0.5 }], duration: 3 * HOUR });
  await killed(world, 5 * MINUTE);
  const engine = world.bot({
    strategies: [bound({ definition: counter, allocation: 0.2 })],
  });
  void engine.run();
  await pass(world, MINUTE);
  const { books } = world.journal.recover(world.competition.id);
  expect(books["counter"]?.["USDC.eth"]?.amount.toNumber()).toBe(1_000);
  expect(books["unassigned"]?.["USDC.eth"]?.amount.toNumber()).toBe(4_000);
  expect(world.journal.notes).toContainEqual(expect.objectContaining({ kind: "allocations-changed" }));
});

test("changed allocations move even if the run has entered an earlier run's trade before it joined", async () => {
  const world = makeWorld({
    strategies: [{ definition: counter, allocation: 0.5 }],
    duration: 3 * HOUR,
    venue: (venue) => losing(venue),
  });
  await killed(world, 10 * MINUTE + 1);
  const { venue, clock } = world;
  const begins = clock.now() + 5 * MINUTE;
  const none = { active: false, competition: null, participating: null, message: null };
  const status: Venue["status"] = (options) => (clock.now() < begins ? none : venue.status(options));
  const engine = world.bot({
    settings: { ...SETTINGS, wait: true },
    venue: { ...venue, status },
    strategies: [bound({ definition: counter, allocation: 0.2 })],
  });
  void engine.run();
  await pass(world, 2 * MINUTE);
  expect(engine.status().phase).toBe("waiting");
  expect(world.journal.intents.map(({ state }) => state)).toEqual(["FILLED"]);
  await pass(world, 5 * MINUTE);
  expect(engine.status().phase).toBe("trading");
  const { books } = world.journal.recover(world.competition.id);
  expect(books["counter"]?.["USDC.eth"]?.amount.toNumber()).toBe((2_500 - 20) * 0.4);
  expect(world.journal.notes).toContainEqual(expect.objectContaining({ kind: "allocations-changed" }));
});

test("a trade of a strategy that left the config goes to the unassigned book once it is known", async () => {
  const world = makeWorld({
    strategies: [{ definition: counter, allocation: 0.5 }],
    duration: 3 * HOUR,
    venue: (venue) => losing(venue, (nth) => nth === 1),
  });
  await killed(world, 10 * MINUTE + 1);
  const other = { ...bound({ definition: counter, allocation: 0.2 }), name: "renamed", cadences: [] };
  void world.bot({ strategies: [other] }).run();
  await pass(world, 5 * MINUTE);
  expect(world.journal.intents.map(({ state }) => state)).toEqual(["FILLED"]);
  const { books } = world.journal.recover(world.competition.id);
  expect(books["counter"]).toEqual({});
  expect(books["unassigned"]?.["WETH.eth"]?.amount.greaterThan(0)).toBe(true);
  expectWholeBooks(world);
});

test("a stored state that no longer fits begins anew, and says so", async () => {
  const world = makeWorld({
    strategies: [{ definition: counter, allocation: 0.5 }],
    duration: 11 * MINUTE,
    ports: {
      recover: () => ({
        books: {},
        open: [],
        states: { counter: { count: "many" } },
        outcomes: {},
        tradeIds: [],
        tradesByDay: {},
        markerEchoed: null,
        peakEquity: null,
        equity: [],
      }),
    },
  });
  await runToEnd(world);
  expect(reasons(world)).toEqual(["decision 1, heard "]);
  expect(world.journal.notes).toContainEqual(
    expect.objectContaining({
      kind: "state-lost",
      text: expect.stringMatching(/begins anew: \w+ Invalid input: expected [^\n{]+$/) as string,
    }),
  );
});

test("amounts from elsewhere go to the unassigned book, and are reported", async () => {
  const world = makeWorld({ strategies: [{ definition: counter, allocation: 1 }], duration: 3 * HOUR });
  await killed(world, 5 * MINUTE);
  await world.venue.execute({
    from: "USDC.svm",
    to: "SOL.svm",
    amount: (await world.venue.balances())[0]!.amount.dividedBy(50),
    reason: "by hand",
  });
  const ended = world.bot().run();
  await pass(world, MINUTE);
  const { books } = world.journal.recover(world.competition.id);
  expect(books["unassigned"]?.["SOL.svm"]?.amount.greaterThan(0)).toBe(true);
  expect(world.journal.notes).toContainEqual(expect.objectContaining({ kind: "balance-adjusted", level: "warn" }));
  await pass(world, 3 * HOUR);
  await ended;
});

test("a momentarily absurd price is no peak from which a restart finds a drawdown", async () => {
  let absurd = false;
  const world = makeWorld({
    strategies: [{ definition: counter, allocation: 0.5 }],
    duration: 3 * HOUR,
    settings: { risk: { drawdownStop: { share: 0.2 } } },
    venue: (venue) => ({
      ...venue,
      scope: () => ({
        ...venue.scope(),
        price: async (token, options) => {
          const reading = await venue.price(token, options);
          return absurd && token === "WETH.eth" ? { ...reading, usd: 1e9 } : reading;
        },
      }),
    }),
  });
  await killed(world, 31 * MINUTE);
  absurd = true;
  await killed(world, 3 * MINUTE);
  absurd = false;
  expect(Math.max(...world.journal.equityPoints.map(({ total }) => total))).toBeGreaterThan(1e6);
  expect(world.journal.recover(world.competition.id).peakEquity).toBeCloseTo(15_000, -1);
  const ended = world.bot().run();
  await pass(world, 3 * HOUR);
  expect(await ended).toMatchObject({ code: "COMPETITION_OVER" });
});

test("after a drawdown stop no start trades while equity is as low, not even --once; after a rise trading continues", async () => {
  let low = false;
  const settings = { risk: { drawdownStop: { share: 0.1 } }, sampleEvery: 15 * MINUTE };
  const world = makeWorld({
    strategies: [{ definition: buyer, allocation: 1 }],
    settings,
    prices: (token) => (low && token === "WETH.eth" ? 500 : usualPrice(token)),
  });
  const start = (once = false): Promise<EngineResult> =>
    runToEnd(world, 2 * HOUR, world.bot({ settings: { ...SETTINGS, ...settings, once } }));
  const first = start();
  await pass(world, 40 * MINUTE);
  low = true;
  expect(await first).toMatchObject({ code: "DRAWDOWN_STOP" });
  const trades = world.journal.trades.length;
  const decisions = world.journal.decisions.length;

  expect(await start(true)).toMatchObject({ code: "DRAWDOWN_STOP", exitCode: 4 });
  expect(world.journal.decisions.length).toBe(decisions);
  expect(await start()).toMatchObject({ code: "DRAWDOWN_STOP" });
  expect(world.journal.decisions.length).toBeGreaterThan(decisions);
  expect(world.journal.trades.length).toBe(trades);

  low = false;
  await pass(world, 5 * MINUTE);
  expect(await start(true)).toMatchObject({ code: "ONCE" });
  expect(world.journal.trades.length).toBeGreaterThan(trades);
});

const joins = ({ journal }: TestWorld): readonly string[] =>
  journal.notes.filter(({ kind }) => kind === "competition-joined").map(({ text }) => text);

test("a token without a price after a restart counts with its last journalled one, with its age", async () => {
  const world = makeWorld({ strategies: [{ definition: counter, allocation: 1 }], duration: 2 * HOUR });
  await killed(world, 35 * MINUTE);
  const price: Venue["price"] = (token, options) =>
    token === "WETH.eth" ? { token, usd: null, readAt: world.clock.now() } : world.venue.price(token, options);
  const second = world.bot({ venue: { ...world.venue, price, scope: () => ({ ...world.venue.scope(), price }) } });
  void second.run();
  await pass(world, 10 * MINUTE);
  expect(second.status().equity).toBeGreaterThan(14_999);
  expect(joins(world).at(-1)).toMatch(
    /^In Spring, with \$14999\.\d\d \(at the last known price of WETH\.eth of 2025-03-01T00:3/,
  );
  const view = world.journal.ticks.at(-1)?.strategies[0]?.view;
  expect(view).toMatchObject({ prices: { "WETH.eth": { usd: usualPrice("WETH.eth") } } });
  expect(world.journal.equityPoints.every(({ total }) => total > 14_999)).toBe(true);
});

test("a join without any readable price reports the worth as unknown, not as zero", async () => {
  const world = makeWorld({ strategies: [{ definition: counter, allocation: 1 }], duration: HOUR });
  const price: Venue["price"] = (token) => ({ token, usd: null, readAt: world.clock.now() });
  const engine = world.bot({ venue: { ...world.venue, price, scope: () => ({ ...world.venue.scope(), price }) } });
  void engine.run();
  await pass(world, MINUTE);
  expect(joins(world)).toEqual([
    expect.stringMatching(/^In Spring, worth unknown: no price of USDC\.eth, USDC\.base, USDC\.svm is known$/),
  ]);
  expect(world.journal.notes.find(({ kind }) => kind === "competition-joined")?.data).toMatchObject({ equity: null });
  expect(engine.status().equity).toBeNull();
});
