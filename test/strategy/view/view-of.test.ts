import { expect, test } from "vitest";
import { z } from "zod";
import { defineStrategy } from "../../../src/strategy/define.js";
import { BadDecisionError, NotNamedError } from "../../../src/strategy/errors.js";
import { BarSeries } from "../../../src/model/bar-series.js";
import { KNOWN_TOKENS } from "../../../src/model/known-tokens.js";
import { TokenRegistry } from "../../../src/model/token-registry.js";
import { viewOf } from "../../../src/strategy/view/view-of.js";
import { viewFor } from "../../../src/testing/index.js";
import { columnsOf } from "../../support/bar-rows.js";

const registry = new TokenRegistry(KNOWN_TOKENS);

const strategy = defineStrategy({
  name: "looks",
  summary: "Looks.",
  params: z.object({}),
  schedule: { slow: "0 * * * *", fast: "* * * * *" },
  needs: () => ({
    bars: [
      { token: "WETH.eth", interval: "1h", count: 3 },
      { token: "WETH.eth", interval: "5m", count: 2 },
      { token: "WBTC.eth", interval: "1h", count: 2 },
    ],
  }),
  decide: ({ hold }) => hold({ reason: "nothing" }),
});
const bars = { "WETH.eth": [1, 2, 3, 4, 2_500], "WBTC.eth": [7, 50_000] };
const book = { "USDC.eth": 2_500, "WETH.eth": "1", "USDC.base": 5_000 };

test("bars are exactly as many as requested, newest last", () => {
  const view = viewFor(strategy, { bars });
  expect([...view.bars("WETH.eth", "1h").close]).toEqual([3, 4, 2_500]);
  expect([...view.bars("WETH.eth", "5m").close]).toEqual([4, 2_500]);
  expect([...view.bars("WBTC.eth").close]).toEqual([7, 50_000]);
});

test("bars that needs did not name are refused, and so is an ambiguous request", () => {
  const view = viewFor(strategy, { bars });
  expect(() => view.bars("WETH.eth")).toThrow(NotNamedError);
  expect(() => view.bars("SOL.svm")).toThrow(/`needs` names WETH\.eth 1h, WETH\.eth 5m, WBTC\.eth 1h/);
  expect(() => view.bars("WETH.eth", "2h")).toThrow(NotNamedError);
});

test("the book is valued at the last prices, by token, chain and share", () => {
  const view = viewFor(strategy, { bars, book, averageCosts: { "WETH.eth": 2_000 } });
  const mine = view.book;
  expect(mine.value).toBe(10_000);
  expect([
    mine.amount("WETH.eth"),
    mine.exactAmount("WETH.eth"),
    mine.valueOf("WETH.eth"),
    mine.weight("WETH.eth"),
  ]).toEqual([1, "1", 2_500, 0.25]);
  expect([mine.amount("SOL.svm"), mine.exactAmount("SOL.svm"), mine.averageCost("SOL.svm")]).toEqual([0, "0", null]);
  expect(mine.averageCost("WETH.eth")).toBe(2_000);
  expect(mine.chain("eth")).toEqual({ value: 5_000, cash: 2_500, share: 0.5 });
  expect(mine.chains).toEqual(["eth", "base"]);
});

test("a token's reach is its chain's part, or everything if tokens may cross chains", () => {
  expect(viewFor(strategy, { bars, book }).book.reach("WBTC.eth")).toBe(0.5);
  expect(viewFor(strategy, { bars, book }).book.reach("SOL.svm")).toBe(0);
  expect(viewFor(strategy, { bars, book, rules: { crossChain: true } }).book.reach("SOL.svm")).toBe(1);
});

test("an empty book has no shares", () => {
  const { book: mine } = viewFor(strategy, { bars, book: {} });
  expect([mine.value, mine.weight("WETH.eth"), mine.chain("eth").share, mine.reach("WETH.eth"), mine.tokens]).toEqual([
    0,
    0,
    0,
    0,
    [],
  ]);
});

test("a missing price is null, a token that does not exist is an error", () => {
  const view = viewFor(strategy, { bars, prices: { "WETH.eth": null } });
  expect(view.price("WETH.eth")).toBeNull();
  expect(view.price("SOL.svm")).toBeNull();
  expect(view.price("WBTC.eth")?.usd).toBe(50_000);
  expect(() => view.price("WETTH.eth")).toThrow(/no token/);
});

test("a strategy's changes to its bars reach no other", () => {
  const series = new BarSeries(3_600_000, 3);
  for (const [i, price] of [30, 10, 20].entries()) series.push(i * 3_600_000, price, price, price, price);
  const bound = { definition: strategy, params: {}, bars: [{ token: "WETH.eth", interval: 3_600_000, count: 3 }] };
  const source = { last: (_token: string, _interval: number, count: number) => series.last(count) };
  const facts = viewFor(strategy, { bars });
  const view = viewOf(bound, { ...facts, prices: {}, book: {}, slippage: "log", seed: "s" } as never, source, registry);
  const { close } = view.bars("WETH.eth");
  expect([...close.sort()]).toEqual([10, 20, 30]);
  expect([...view.bars("WETH.eth").close]).toEqual([30, 10, 20]);
  expect(columnsOf(series.last(3)).close).toEqual([30, 10, 20]);
});

test("facts cannot be changed through the view", () => {
  const view = viewFor(strategy, { bars, book });
  expect(() => Object.assign(view.rules, { maxTradeShare: 1 })).toThrow(TypeError);
  expect(() => Object.assign(view.competition, { rank: 1 })).toThrow(TypeError);
  expect(() => Object.assign(view.price("WETH.eth") ?? {}, { usd: 1 })).toThrow(TypeError);
  expect(() => (view.due as string[]).push("other")).toThrow(TypeError);
});

test("a short name that is unique stands for its token, everywhere in the view", () => {
  const solana = defineStrategy({
    ...{ name: "short", summary: "Is brief.", params: z.object({}), schedule: "* * * * *" },
    needs: () => ({ bars: [{ token: "SOL", interval: "1h", count: 1 }] }),
    decide: ({ hold }) => hold({ reason: "nothing" }),
  });
  const view = viewFor(solana, {
    bars: { SOL: [150] },
    book: { "SOL.svm": "2", "USDC.svm": 100 },
    averageCosts: { "SOL.svm": 140 },
  });
  expect([view.price("SOL")?.usd, view.bars("SOL").close[0], view.bars("SOL", "1h").length]).toEqual([150, 150, 1]);
  const { book: mine } = view;
  expect([mine.amount("SOL"), mine.exactAmount("SOL"), mine.valueOf("SOL"), mine.weight("SOL")]).toEqual([
    2,
    "2",
    300,
    0.75,
  ]);
  expect([mine.averageCost("SOL"), mine.reach("SOL")]).toEqual([140, 1]);
});

test("a book throws for a token that does not exist, or that could be several", () => {
  const { book: mine } = viewFor(strategy, { bars, book });
  expect(() => mine.amount("WETTH.eth")).toThrow(/no token "WETTH\.eth"/);
  expect(() => mine.weight("WETH")).toThrow(/could be WETH\.eth/);
  expect(() => mine.reach("nothing")).toThrow(/no token/);
});

test("cost is what the competition's formula expects", () => {
  expect(viewFor(strategy, { bars }).cost("USDC.eth", "WETH.eth", 1_000)).toBeCloseTo(0.005, 12);
  expect(viewFor(strategy, { bars, rules: { slippage: "printed" } }).cost("USDC.eth", "WETH.eth", 1_000)).toBeCloseTo(
    0.00005,
    12,
  );
});

test.each<[string, unknown, unknown, string]>([
  ["WETTH.eth", "USDC.eth", 1, 'cost: from: There is no token "WETTH.eth"'],
  ["USDC.eth", "WETH", 1, 'cost: to: "WETH" could be WETH.eth'],
  ["USDC.eth", undefined, 1, "cost: to must be a token name (it is undefined)"],
  ["WETTH.eth", "WETTH.eth", 1, 'cost: from: There is no token "WETTH.eth"'],
  ["USDC.eth", "USDC.eth", -1, "cost: usd must be a number of 0 or more (it is -1)"],
  ["USDC.eth", "WETH.eth", -1e-6, "cost: usd must be a number of 0 or more (it is -0.000001)"],
  ["USDC.eth", "WETH.eth", -1, "cost: usd must be a number of 0 or more (it is -1)"],
  ["USDC.eth", "WETH.eth", Number.NaN, "cost: usd must be a number of 0 or more (it is NaN)"],
  ["USDC.eth", "WETH.eth", Infinity, "cost: usd must be a number of 0 or more (it is Infinity)"],
  ["USDC.eth", "WETH.eth", "5", "cost: usd must be a number of 0 or more (it is '5')"],
])("a swap from %s to %s of %s, which could not be made, has no cost", (from, to, usd, message) => {
  const { cost } = viewFor(strategy, { bars });
  expect(() => cost(from, to as string, usd as number)).toThrow(BadDecisionError);
  expect(() => cost(from, to as string, usd as number)).toThrow(message);
});

test("a swap of nothing, and one by short names, have a cost", () => {
  const { cost } = viewFor(strategy, { bars });
  expect(cost("USDC.eth", "WETH.eth", 0)).toBe(0);
  expect(cost("USDC.svm", "SOL", 1_000)).toBe(cost("USDC.svm", "SOL.svm", 1_000));
});

test.each<["computed" | "log"]>([["computed"], ["log"]])(
  "by %s, a token for itself and a size below 0 by rounding alone cost the same as a swap of 0",
  (slippage) => {
    const { cost } = viewFor(strategy, { bars, rules: { slippage } });
    const nothing = cost("USDC.eth", "WETH.eth", 0);
    expect(cost("SOL", "SOL.svm", 1_000)).toBe(nothing);
    expect(cost("USDC.eth", "WETH.eth", 0.3 - (0.1 + 0.2))).toBe(nothing);
    expect(cost("USDC.eth", "WETH.eth", -9.9e-7)).toBe(nothing);
  },
);

test("random numbers are the same for the same seed, and others for another", () => {
  const draw = (seed: string): number => viewFor(strategy, { bars, seed }).random.next();
  expect(draw("a")).toBe(draw("a"));
  expect(draw("a")).not.toBe(draw("b"));
});

test("the functions that make decisions work when they are taken out of the view", () => {
  const { swap, target, cancel, hold } = viewFor(strategy, { bars });
  expect([
    swap({ from: "USDC.eth", to: "WETH.eth", size: { usd: 1 }, reason: "r" }).kind,
    target({ weights: {}, reason: "r" }).kind,
    cancel({ reason: "r" }).kind,
    hold({ reason: "r" }).kind,
  ]).toEqual(["swap", "target", "cancel", "hold"]);
});
