import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { messageOf } from "../../src/core/errors.js";
import * as contender from "../../src/index.js";
import * as testing from "../../src/testing/index.js";
import { emptyFolder } from "../support/empty-folder.js";

const folder = emptyFolder();
let used = 0;
const fresh = (): string => join(folder, `fresh-${used++}`);
const csv = join(folder, "WETHUSD.csv");
writeFileSync(csv, "timestamp,price\n1735689600000,1\n1735693200000,2\n1735696800000,3\n");

/** What plain JavaScript gives instead of what was asked for. */
const WRONG: Readonly<Record<string, unknown>> = {
  ...{ undefined, null: null, NaN: Number.NaN, "a negative number": -1, true: true },
  // Where a folder is asked for, it is right.
  "a text": join(folder, "text"),
  ...{ "an empty object": {}, "an empty list": [], "a list of other things": ["a", null] },
  ...{ "a function": () => undefined, "a promise": Promise.resolve(1) },
};

const { Decimal, TokenRegistry, memoryTape } = contender;
const registry = new TokenRegistry(contender.KNOWN_TOKENS);
const weth = registry.resolve("WETH.eth");
const HOUR = 3_600_000;
const time = Float64Array.from({ length: 12 }, (_, i) => Date.UTC(2025, 0, 1) + i * HOUR);
const prices = time.map((_, i) => 100 + Math.sin(i));
const returns = [...prices].slice(1).map((value, i) => value / (prices[i] as number) - 1);
const from = time[0] as number;
const fill = { at: from, from: "USDC.eth", to: "WETH.eth", fromAmount: "10", toAmount: "1", usd: 10, slippageUsd: 0.1 };
const balance = { token: "USDC.eth", amount: 1000, usd: 1000 };
const isCash = (name: string): boolean => name === "USDC.eth";
const sample = { sharpe: 0.1, count: 60, skewness: 0, kurtosis: 3 };
const window = { from, to: from + HOUR, initialValue: 1, finalValue: 2, totalReturn: 1, maxDrawdown: 0, trades: 3 };
const run = { time, equity: prices, benchmark: null, fills: [fill], start: [balance], isCash, period: HOUR };
const tape = memoryTape({ label: "made up", tracks: [{ token: weth, times: time, prices }] });
const strategy = contender.defineStrategy({
  name: "holds",
  summary: "Holds.",
  params: contender.z.object({}),
  schedule: "0 * * * *",
  needs: () => ({ prices: ["WETH.eth"] }),
  decide: ({ hold }) => hold({ reason: "Holds." }),
});
const gatewayOptions = {
  baseUrl: "http://127.0.0.1:9",
  key: "key-of-a-test",
  clock: contender.systemClock,
  wall: contender.systemClock,
  registry,
  log: contender.silentLog,
  secrets: new contender.Secrets(),
  limits: { reservePercent: 10 },
  retry: { retries: 0 },
  transport: {
    origin: "nowhere",
    send: () => ({ answer: Promise.reject(new Error("nobody there")), abort() {} }),
    close: async () => {},
  },
};
const gateway = contender.createGateway(gatewayOptions);
afterAll(() => gateway.close());
const reading = { purpose: "trade", signal: new AbortController().signal };

type Call = readonly [work: (...given: never[]) => unknown, ...given: unknown[]];

const named = (names: readonly (keyof typeof contender)[], ...given: unknown[]): Record<string, Call> =>
  Object.fromEntries(names.map((name) => [name, [contender[name] as () => unknown, ...given]]));

/** Every public function, with what it may be given. */
const CALLS: Readonly<Record<string, Call>> = {
  ...named(["cagr", "calmar", "volatility"], returns, 365),
  ...named(["conditionalValueAtRisk", "tailRatio", "valueAtRisk"], returns, 0.05),
  ...named(["longestUnderWater", "maxDrawdown", "totalReturn", "mean", "kurtosis", "skewness"], returns),
  ...named(["sampleDeviation", "averageLoss", "averageWin", "expectancy", "largestLoss", "largestWin"], returns),
  ...named(["longestLosingStreak", "longestWinningStreak", "profitFactor", "winRate"], returns),
  ...named(["alpha"], returns, returns, { riskFree: 0 }),
  ...named(["beta"], returns, returns),
  ...named(["downsideDeviation"], returns, 0, 365),
  ...named(["omega", "sharpe", "sortino"], returns, {}),
  ...named(["sharpeSample"], returns, 0),
  ...named(["quantile"], returns, 0.5),
  ...named(["turnover"], [1], 3),
  ...named(["periodReturn"], 0.1, 365),
  ...named(["periodsPerYear"], HOUR, 365),
  ...named(["returnPeriod"], HOUR * 100, HOUR),
  ...named(["probabilisticSharpe", "minTrackRecord"], sample, 0),
  ...named(["meanEquity", "deepestDrawdown"], time, prices),
  ...named(["returnsOf"], time, prices, HOUR, from),
  ...named(["closedTradesOf"], [fill], [balance], isCash, from),
  ...named(["exposureOf"], time, prices, [fill], [balance], isCash),
  ...named(["metricSettings"], { tail: 0.05 }),
  ...named(["metricInputOf"], run),
  ...named(["computeMetrics"], contender.metricInputOf(run)),
  ...named(["memoryTape"], { label: "made up", tracks: [{ token: weth, times: time, prices }], quotes: [] }),
  ...named(["readCsv", "checkCsv"], csv, { sort: false }),
  ...named(["tokensOfFiles"], [csv], { tokens: ["WETH.eth"] }, registry),
  ...named(["openTape"], fresh()),
  ...named(["checkTape"], fresh(), () => undefined),
  ...named(["compactTape"], fresh(), {}),
  ...named(["importCsv"], { folder: fresh(), files: [{ file: csv, token: weth, symbol: "WETH" }], replace: false }),
  ...named(["syntheticTape"], {
    ...{ folder: fresh(), seed: "1", from: 0, to: HOUR, every: 60_000 },
    tokens: [{ token: weth, price: 3000 }],
  }),
  ...named(["createGateway"], gatewayOptions),
  "createGateway().quote": [gateway.quote, { from: "USDC.eth", to: "WETH.eth", amount: new Decimal(1) }, reading],
  "createGateway().execute": [gateway.execute, { from: "USDC.eth", to: "WETH.eth", amount: new Decimal(1) }, reading],
  "createGateway().price": [gateway.price, "WETH.eth", reading],
  "createGateway().balances": [gateway.balances, reading],
  "createGateway().leaderboard": [gateway.leaderboard, "a-competition", reading],
  "createGateway().scope().price": [(...given) => gateway.scope().price(...(given as [never])), "WETH.eth", reading],
  "createGateway().scope().quote": [
    (...given) => gateway.scope().quote(...(given as [never])),
    ...[{ from: "USDC.eth", to: "WETH.eth", amount: new Decimal(1) }, reading],
  ],
  "createGateway().setLimits": [gateway.setLimits, [{ scope: "trade", count: 3, windowMs: 1_000 }]],
  ...named(["backtest"], { tape, strategies: [{ strategy }], seed: "1", latency: 0, metrics: {}, settings: {} }),
  ...named(["backtestWindows"], { tape, strategies: [{ strategy }] }, { length: 4 * HOUR, step: 4 * HOUR }),
  ...named(["checkLookahead"], { tape, strategies: [{ strategy }] }, { cuts: 1 }),
  ...named(["summariseWindows"], [{ ...window, rivals: {} }], HOUR, HOUR),
  ...named(["saveColumns"], new contender.ColumnJournal(), { dir: fresh() }),
  ...named(["baseSlippage", "expectedSlippage"], "log", 1_000),
  ...named(["defineStrategy", "isStrategy"], strategy),
  ...named(["token"], "WETH.eth", { traded: true }),
  ...named(["openApiDocument"], "1.0.0"),
  ...named(["machineClock"], 1),
  ...named(["bootId"]),
  ColumnJournal: [(given) => new contender.ColumnJournal(given), { mostHolds: 3 }],
  PriceSeries: [(...given) => new contender.PriceSeries(...(given as [never, never, never])), time, prices, from],
  Secrets: [(given) => new contender.Secrets().add(given), "long enough"],
  TapeWriter: [(dir, options) => new contender.TapeWriter(dir, options).close(), fresh(), { source: "made up" }],
  TokenRegistry: [(given) => new TokenRegistry(given), contender.KNOWN_TOKENS],
  "TokenRegistry.resolve": [(given) => registry.resolve(given), "WETH.eth"],
  "TokenRegistry.find": [(...given) => registry.find(...(given as [never, never])), weth.address, "eth"],
  "testing.barsOf": [testing.barsOf, [1, 2], { interval: "1h" }],
  "testing.decideOnce": [testing.decideOnce, strategy, { prices: { "WETH.eth": 3 } }],
  "testing.viewFor": [testing.viewFor, strategy, { prices: { "WETH.eth": 3 } }],
  "testing.runOnPrices": [testing.runOnPrices, strategy, {}, { "WETH.eth": [1, 2, 3] }, { every: "5m" }],
};

/** Each argument, and each member of one that is an object, in turn replaced by what is wrong. */
function* misused(right: readonly unknown[]): Generator<readonly [what: string, given: unknown[]]> {
  for (const [i, one] of right.entries())
    for (const [name, wrong] of Object.entries(WRONG)) {
      yield [`${name} for argument ${i + 1}`, right.with(i, wrong)];
      if (Object.getPrototypeOf(one) === Object.prototype)
        for (const member of Object.keys(one as object))
          yield [`${name} for ${member}`, right.with(i, { ...(one as object), [member]: wrong })];
    }
}

/** How a call went wrong: the error where it is not one of ours. */
async function strange(work: Call[0], given: readonly unknown[]): Promise<unknown> {
  try {
    await (work as (...any: readonly unknown[]) => unknown)(...given);
    return null;
  } catch (error) {
    return error instanceof contender.ContenderError ? null : error;
  }
}

test.each(Object.entries(CALLS))(
  "%s, given anything else, never ends in a bare TypeError",
  async (_name, [work, ...right]) => {
    const found: string[] = [];
    for (const [what, given] of misused(right)) {
      const error = await strange(work, given);
      if (error !== null) found.push(`${what}: ${messageOf(error)}`);
    }
    expect(found).toEqual([]);
  },
);

test("every public function and class is tested", () => {
  const all = Object.entries(contender).filter(([name, value]) => typeof value === "function" && !/Error$/.test(name));
  // Decimal is decimal.js, whose errors are documented there.
  expect(all.map(([name]) => name).filter((name) => name !== "Decimal" && !(name in CALLS))).toEqual([]);
});

const wrongly = (work: unknown, ...given: unknown[]): (() => unknown) => {
  return () => (work as (...any: unknown[]) => unknown)(...given);
};
const track = { token: weth, times: time, prices };

test.each<readonly [what: string, call: () => unknown, message: string]>([
  ["a misspelt option", wrongly(memoryTape, { label: "x", trakcs: [] }), 'there is no "trakcs". Did you mean tracks?'],
  [
    "a list for a column",
    wrongly(memoryTape, { label: "x", tracks: [{ ...track, times: [1, 2] }] }),
    "memoryTape: options.tracks.0.times: must be a Float64Array (it is [ 1, 2 ]: Float64Array.from(list) makes one)",
  ],
  [
    "a track of nothing",
    wrongly(memoryTape, { label: "x", tracks: [{ token: weth }] }),
    "memoryTape: options.tracks.0: must have bars, or times and prices",
  ],
  [
    "a time that is none",
    wrongly(memoryTape, {
      label: "x",
      tracks: [{ ...track, times: Float64Array.of(NaN), prices: Float64Array.of(1) }],
    }),
    "WETH.eth, row 0: its time is NaN",
  ],
  [
    "a fill that says only what it was worth",
    wrongly(contender.exposureOf, time, prices, [fill, { at: from, usd: 10, slippageUsd: 0 }], [balance], isCash),
    "exposureOf: fills.1: must be one of the swaps of a run",
  ],
  [
    "a fill that is worth a text",
    wrongly(contender.exposureOf, time, prices, [{ ...fill, usd: "10" }], [balance], isCash),
    "exposureOf: fills.0: must be one of the swaps of a run",
  ],
  ["texts for numbers", wrongly(contender.sharpe, ["1", "2"]), "sharpe: returns: must be a list of numbers"],
  [
    "a promise",
    wrongly(contender.sharpe, Promise.resolve([1])),
    "sharpe: returns: must be a list of numbers (it is a promise: await it)",
  ],
  [
    "columns of unequal length",
    wrongly(contender.computeMetrics, { ...contender.metricInputOf(run), equity: Float64Array.of(1) }),
    "computeMetrics: input.equity: must be as long as time, 12 (it is 1 long)",
  ],
  [
    "a clock that is none",
    wrongly(contender.createGateway, { ...gatewayOptions, clock: Date }),
    "createGateway: clock: must be a clock, such as systemClock, it is function",
  ],
  [
    "a period of seconds, or of less",
    wrongly(contender.returnsOf, time, prices, 1e-3),
    "A period of 0.001 ms makes 39600000000 returns of 39600000 ms",
  ],
  [
    "the same of a run",
    wrongly(contender.metricInputOf, { ...run, period: 1 }),
    "A period of 1 ms makes 39600000 returns of 39600000 ms",
  ],
  [
    "a token that is a number",
    wrongly(contender.token, 5),
    "token: initial: must be a text that is not empty (it is 5)",
  ],
  [
    "an option of a token's that there is not",
    wrongly(contender.token, "WETH.eth", { trade: false }),
    'token: options: there is no "trade". Did you mean traded?',
  ],
  [
    "a model that there is not",
    wrongly(contender.expectedSlippage, "none", 1),
    "must be one of printed, computed, log",
  ],
])("%s is named by its place", (_what, call, message) => {
  expect(call).toThrow(message);
});

test.each([
  [null, "the options of a request: must be an object (it is null)"],
  [{ purpose: "trading" }, 'the options of a request: purpose: must be "read" or "trade"'],
  [{ signl: reading.signal }, 'the options of a request: there is no "signl". Did you mean signal?'],
])("a gateway request with the options %j is refused before it is sent", async (options, message) => {
  await expect(gateway.balances(options as never)).rejects.toThrow(message);
});

test("an error names places as code does: members by name, rows by number", () => {
  const call = wrongly(memoryTape, { label: "x", tracks: [{ ...track, times: [1, 2] }] });
  const issues = [
    { path: ["options", "tracks", 0, "times"], message: expect.stringContaining("Float64Array") as string },
  ];
  expect(call).toThrow(expect.objectContaining({ issues }) as Error);
});

test("a value given as key or as secrets is not in the error", () => {
  const secret = "a-secret-of-a-user";
  for (const options of [{ key: { value: secret } }, { key: [secret] }, { secrets: secret }, { secrets: { secret } }])
    expect(wrongly(contender.createGateway, { ...gatewayOptions, ...options })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining(secret) as unknown }),
    );
});

test("a given array is used as it is, not copied", () => {
  expect(memoryTape({ label: "x", tracks: [track] }).prices("WETH.eth")?.prices).toBe(prices);
});
