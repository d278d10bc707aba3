import { barsOf, decideOnce, runOnPrices, viewFor, type Facts } from "contender/testing";
import { defineStrategy, token, z, type Strategy } from "contender";
import { expect, test } from "vitest";

const follower = defineStrategy({
  name: "follower",
  summary: "Buys after a rise.",
  params: z.object({ token: token("WETH.eth"), usd: z.number().default(100) }),
  schedule: "*/5 * * * *",
  needs: ({ token }) => ({ bars: [{ token, interval: "5m", count: 2 }] }),
  decide({ params, bars, swap, hold }) {
    const [before = 0, last = 0] = bars(params.token).close;
    if (last <= before) return hold({ reason: "no rise" });
    return swap({ from: "USDC.eth", to: params.token, size: { usd: params.usd }, reason: `rose to ${last}` });
  },
});

test("barsOf makes whole bars of closes that end at the given time", () => {
  const bars = barsOf([10, 12, 11], { interval: "5m", until: 900_000 });
  expect(bars.length).toBe(3);
  expect([...bars.time]).toEqual([0, 300_000, 600_000]);
  expect([...bars.open]).toEqual([10, 10, 12]);
  expect([...bars.high]).toEqual([10, 12, 12]);
  expect([...bars.low]).toEqual([10, 10, 11]);
  expect(barsOf([]).length).toBe(0);
});

test("a view made by hand has the beginning of a usual competition, and the test's own facts", () => {
  const view = viewFor(follower, { bars: { "WETH.eth": [1, 2] } });
  expect(view.book.value).toBe(15_000);
  expect(view.due).toEqual(["main"]);
  expect([view.rules.maxTradeShare, view.rules.crossChain, view.competition.state]).toEqual([0.25, false, "active"]);
  const other = viewFor(follower, {
    book: { "WETH.eth": "0.5" },
    prices: { "WETH.eth": 100 },
    competition: { rank: 3 },
    now: 7,
  });
  expect([other.book.value, other.competition.rank, other.now, other.team.equity]).toEqual([50, 3, 7, 50]);
});

test("a run refuses a strategy whose token the team could never buy, as a bot does", async () => {
  const run = (token: string, competition: object) =>
    runOnPrices(follower, { token }, { [token]: [1, 2, 3, 4] }, { competition });
  const cash = { startBalances: { "USDC.eth": "5000", "USDC.svm": "0" } };
  await expect(run("SOL.svm", cash)).rejects.toThrow(/SOL\.svm can never be bought: .*\(it has eth\)/);
  await expect(run("WETH.polygon", {})).rejects.toMatchObject({ code: "STRATEGY_CONFIG" });
  expect((await run("SOL.svm", { ...cash, allowCrossChain: true })).trades.length).toBeGreaterThan(0);
});

test("a run reports why a read failed, because the strategy cannot", async () => {
  const prices = { "WETH.eth": [1, 1, 1, 1] };
  const told = async (read: () => Promise<unknown>): Promise<unknown[]> => {
    const asks: Strategy = { ...follower, inputs: z.object({ mood: z.number() }), external: true, read };
    const { notes, error } = await runOnPrices(asks, {}, prices);
    expect(error).toBeNull();
    return notes.filter(({ kind }) => kind === "read-failed").map(({ text }) => text);
  };
  expect(await told(() => Promise.resolve({ mood: 1 }))).toEqual([]);
  expect((await told(() => Promise.reject(new Error("no network"))))[0]).toBe("follower: read failed: no network");
  expect((await told(() => Promise.resolve({ mood: "good" })))[0]).toContain("does not fit `inputs`: mood");
});

test("one decision on facts", () => {
  expect(decideOnce(follower, { bars: { "WETH.eth": [1, 2] }, params: { usd: 5 } }).decisions).toEqual([
    { kind: "swap", from: "USDC.eth", to: "WETH.eth", size: { usd: 5 }, reason: "rose to 2" },
  ]);
  expect(decideOnce(follower, { bars: { "WETH.eth": barsOf([2, 1], { interval: "5m" }) } }).decisions).toEqual([
    { kind: "hold", reason: "no rise" },
  ]);
});

test("a strategy that needs bars of two intervals of one token sees the test's bars for each", () => {
  const twice = defineStrategy({
    ...follower,
    needs: () => ({ bars: ["5m", "1h"].map((interval) => ({ token: "WETH.eth", interval, count: 2 })) }),
    decide: ({ bars, price, hold }) => {
      const [short, long] = ["5m", "1h"].map((interval) => bars("WETH.eth", interval).close.join(" "));
      return hold({ reason: `${short}, ${long}, now ${price("WETH.eth")?.usd}` });
    },
  });
  const short = barsOf([1, 2, 3], { interval: "5m" });
  const reason = (given: NonNullable<Facts["bars"]>[string]) =>
    decideOnce(twice, { bars: { "WETH.eth": given } }).decisions[0]?.reason;
  expect(reason([short, barsOf([7, 8])])).toBe("2 3, 7 8, now 3");
  expect(reason([barsOf([7, 8], { until: Date.UTC(2024, 11, 31) }), short])).toBe("2 3, 7 8, now 3");
  expect(reason([5, 6])).toBe("5 6, 5 6, now 6");
  expect(() => reason(short)).toThrow("of several intervals a list of such bars");
});

test("a run over prices trades at them through the whole engine", async () => {
  const run = await runOnPrices(follower, {}, { "WETH.eth": [100, 110, 105, 120, 115, 130] });
  expect(run.decisions.map(({ decision }) => decision.reason)).toEqual([
    "rose to 110",
    "no rise",
    "rose to 120",
    "no rise",
  ]);
  expect(run.ticks).toEqual({ decided: 4, "warming-up": 1, failed: 0 });
  expect(run.trades.map(({ price }) => Math.round(1 / price))).toEqual([105, 115]);
  expect(run.equity.length).toBeGreaterThan(5);
  expect(run.initialValue).toBe(15_000);
  expect(run.balances["USDC.eth"]).toBe(4_800);
  expect(run.finalValue).toBeCloseTo(14_800 + (run.balances["WETH.eth"] ?? 0) * 130, 6);
});

test("prices from before the competition warm the bars up", async () => {
  const run = await runOnPrices(follower, {}, { "WETH.eth": [100, 110, 105, 120] }, { before: 2 });
  expect(run.ticks["warming-up"]).toBe(0);
  expect(run.decisions[0]?.decision.reason).toBe("no rise");
});

test("a run reports why a strategy was disabled", async () => {
  const broken = defineStrategy({
    ...follower,
    params: z.object({}),
    needs: () => ({}),
    decide: () => undefined as never,
  });
  const run = await runOnPrices(broken, {}, { "WETH.eth": [1, 2, 3] });
  expect(run.error).toBe("decide returned undefined");
});

test("the same seed gives the same run, another seed other fills", async () => {
  const prices = { "WETH.eth": [100, 110, 105, 120, 115, 130] };
  const first = await runOnPrices(follower, {}, prices, { seed: "a" });
  expect(await runOnPrices(follower, {}, prices, { seed: "a" })).toEqual(first);
  expect((await runOnPrices(follower, {}, prices, { seed: "b" })).finalValue).not.toBe(first.finalValue);
});

test.each([
  [{}, {}],
  [{ "WETH.eth": [] }, {}],
  [{ "WETH.eth": [1, 2] }, { before: 2 }],
])("prices %j with %j are refused as too few", async (prices, options) => {
  await expect(runOnPrices(follower, {}, prices, options)).rejects.toThrow(/before the competition/);
});
