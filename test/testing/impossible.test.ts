import { barsOf, decideOnce, runOnPrices, TestFactsError, viewFor, type Facts } from "contender/testing";
import { defineStrategy, token, z, type Strategy } from "contender";
import { describe, expect, test } from "vitest";

const NOW = Date.UTC(2025, 0, 1);
const DAY = 86_400_000;

const strategy = defineStrategy({
  name: "looks",
  summary: "Looks at everything.",
  params: z.object({ token: token("WETH.eth") }),
  schedule: { close: "*/5 * * * *", guard: "* * * * *" },
  needs: ({ token }) => ({ bars: [{ token, interval: "5m", count: 2 }] }),
  state: z.object({ restUntil: z.number().default(0), any: z.unknown().optional() }),
  inputs: z.object({ news: z.number(), any: z.unknown().optional() }),
  read: () => Promise.resolve({ news: 1 }),
  decide: ({ bars, hold }) => hold({ reason: `closed at ${bars("WETH.eth").close[1]}` }),
});
const plain = defineStrategy({
  name: "plain",
  summary: "Has nothing of its own.",
  params: z.object({}),
  schedule: "* * * * *",
  decide: ({ hold }) => hold({ reason: "nothing" }),
});
const bars = { "WETH.eth": [1, 2] };
const whole = barsOf([1, 2], { interval: "5m" });
const outcome = { decision: 1, id: null, intent: null, status: "filled", from: "USDC.eth", to: "WETH.eth" };

/** What a test in JavaScript, or one that is not type-checked, may hand over. */
const decideOn = (facts: object, by: Strategy = strategy) => decideOnce(by, { bars, ...facts });

function refusal(run: () => unknown): TestFactsError {
  try {
    run();
  } catch (error) {
    if (error instanceof TestFactsError) return error;
    throw error;
  }
  throw new Error("it was taken");
}

const price = (is: string) => `must be a price in USD above 0, or null where none is known (it is ${is})`;
const close = (is: string) => `must be a price in USD above 0 (it is ${is})`;
const amount = (is: string) =>
  `must be an amount of 0 or more: a number, or a plain decimal text such as "0.25" (it is ${is})`;
const moment = (is: string) => `must be a time in whole epoch milliseconds, such as Date.UTC(2025, 0, 1) (it is ${is})`;
const unknownToken = `There is no token "WETHH.eth". Did you mean WETH.eth? Tokens are named ALIAS.chain; config's \`tokens\` adds more.`;

describe("impossible facts", () => {
  test.each<[string, object, string, string]>([
    ["a price below 0", { prices: { "WETH.eth": -1 } }, "prices.WETH.eth", price("-1")],
    ["a price of 0", { prices: { "WETH.eth": 0 } }, "prices.WETH.eth", price("0")],
    ["a price that is NaN", { prices: { "WETH.eth": NaN } }, "prices.WETH.eth", price("NaN")],
    ["a price without end", { prices: { "WETH.eth": Infinity } }, "prices.WETH.eth", price("Infinity")],
    ["a price as text", { prices: { "WETH.eth": "5" } }, "prices.WETH.eth", price("'5'")],
    ["a price of no token", { prices: { "WETHH.eth": 5 } }, "prices.WETHH.eth", unknownToken],
    ["an amount below 0", { book: { "WETH.eth": -1 } }, "book.WETH.eth", amount("-1")],
    ["a text below 0", { book: { "WETH.eth": "-1" } }, "book.WETH.eth", amount("'-1'")],
    ["an amount that is NaN", { book: { "WETH.eth": NaN } }, "book.WETH.eth", amount("NaN")],
    ["an amount with an exponent", { book: { "WETH.eth": "1e3" } }, "book.WETH.eth", amount("'1e3'")],
    ["words for an amount", { book: { "WETH.eth": "all" } }, "book.WETH.eth", amount("'all'")],
    [
      "one token by two names",
      { book: { SOL: 1, "SOL.svm": 2 } },
      "book.SOL.svm",
      "is the same as SOL, which stands here too",
    ],
    ["a book that is a list", { book: [1] }, "book", "must be an object: { [token]: value } (it is [ 1 ])"],
    ["no book", { book: null }, "book", "must be an object: { [token]: value } (it is null)"],
    ["an amount of no token", { book: { "WETHH.eth": 1 } }, "book.WETHH.eth", unknownToken],
    [
      "a cost below 0",
      { averageCosts: { "USDC.eth": -1 } },
      "averageCosts.USDC.eth",
      "must be USD, 0 or more (it is -1)",
    ],
    [
      "a cost of what is not held",
      { averageCosts: { "WETH.eth": 5 } },
      "averageCosts.WETH.eth",
      "the book holds none: put it into `book`, or leave it out",
    ],
    ["a time in seconds", { now: NOW / 1_000 }, "now", moment("1735689600, which looks like seconds")],
    ["a time in microseconds", { now: NOW * 1_000 }, "now", moment("1735689600000000, which looks like microseconds")],
    ["a part of a millisecond", { now: 0.5 }, "now", moment("0.5")],
    ["a time that is NaN", { now: NaN }, "now", moment("NaN")],
    ["the earliest of our seconds", { now: 1.2e9 }, "now", moment("1200000000, which looks like seconds")],
    ["the last of our seconds", { now: 2.2e9 }, "now", moment("2200000000, which looks like seconds")],
    ["a time in nanoseconds", { now: NOW * 1e6 }, "now", "which looks like nanoseconds"],
    ["a part of a millisecond further down", { competition: { endAt: 0.5 } }, "competition.endAt", moment("0.5")],
    ["an end before there was time", { competition: { endAt: -1 } }, "competition.endAt", moment("-1")],
    [
      "a time left that is not that until the end",
      { competition: { endAt: NOW + 5, timeLeft: 6 } },
      "competition.timeLeft",
      "must be endAt less now, 5 (it is 6): leave it out",
    ],
    ["a rank of 0", { competition: { rank: 0 } }, "competition.rank", "must be a place, 1 or more (it is 0)"],
    [
      "a share above 1",
      { rules: { maxTradeShare: 25 } },
      "rules.maxTradeShare",
      "must be a share above 0 and at most 1 (it is 25)",
    ],
    [
      "a schedule that there is not",
      { due: ["gaurd"] },
      "due.0",
      "must be one of the schedules close, guard (it is 'gaurd')",
    ],
    ["nothing due", { due: [] }, "due", "must name a schedule that fired: one of close, guard"],
    ["a misspelt option", { boook: {} }, "", 'there is no "boook". Did you mean book?'],
    ["a misspelt rule", { rules: { crosschain: true } }, "rules", 'there is no "crosschain". Did you mean crossChain?'],
    [
      "a misspelt fact of the competition",
      { competition: { rnak: 1 } },
      "competition",
      'there is no "rnak". Did you mean rank?',
    ],
    ["half an outcome", { outcomes: [outcome] }, "outcomes.0.fromAmount", "must be a plain decimal text of 0 or more"],
    [
      "half a trade",
      { open: [{ decision: 1, id: null }] },
      "open.0.intent",
      "must be a text that is not empty (it is undefined)",
    ],
    ["half a token", { tokens: [{ name: "NEW.eth" }] }, "tokens.0.address", "must be a text that is not empty"],
    ["an empty seed", { seed: "" }, "seed", "must be a text that is not empty (it is '')"],
    ["a seed that is no text", { seed: 7 }, "seed", "must be a text that is not empty (it is 7)"],
    [
      "state that does not fit",
      { state: { restUntil: "soon" } },
      "state.restUntil",
      "Invalid input: expected number, received string",
    ],
    ["state with a misspelt member", { state: { restUntl: 5 } }, "state", 'Unrecognized key: "restUntl"'],
    [
      "state that does not survive JSON",
      { state: { any: new Map() } },
      "state",
      "does not survive JSON: state.any is a Map. Take plain values",
    ],
    [
      "inputs that do not fit",
      { inputs: { news: "x" } },
      "inputs.news",
      "Invalid input: expected number, received string",
    ],
    [
      "inputs that do not survive JSON",
      { inputs: { news: 1, any: NaN } },
      "inputs",
      "does not survive JSON: inputs.any is NaN. Take plain values",
    ],
  ])("%s is refused by its path", (_what, facts, path, message) => {
    const [issue] = refusal(() => decideOn(facts)).issues;
    expect(issue?.path.join(".")).toBe(path);
    expect(issue?.message).toContain(message);
  });

  test.each<[string, unknown, string]>([
    ["a close of 0", [1, 0], `.1: ${close("0")}`],
    ["a close as text", ["1", 2], `.0: ${close("'1'")}`],
    ["no closes", [], ": must be closes, at least one"],
    ["too few closes", [1], ": the strategy needs 2 bars of 5m, and is not asked before they are there (there are 1)"],
    ["columns that are lists", { ...whole, high: [1, 2] }, ": must be a list of closes, or bars as barsOf makes them"],
    ["closes alone by name", { close: [1, 2] }, ": must be a list of closes, or bars as barsOf makes them"],
    ["a length that is not that of the columns", { ...whole, length: 3 }, ": must be a list of closes, or bars"],
    [
      "a low above the high",
      { ...whole, low: Float64Array.of(9, 9) },
      ": bars, row 0: open 1 and close 1 should lie between low 9 and high 1",
    ],
    [
      "a price of 0 in a bar",
      { ...whole, low: Float64Array.of(1, 0) },
      ": bars, row 1: low should be above 0, found 0",
    ],
    [
      "columns of unequal length",
      { ...whole, high: Float64Array.of(9) },
      ": bars, row 1: high has 1 rows, but there are 2 times",
    ],
    ["times out of order", { ...whole, time: whole.time.toReversed() }, ": bars, row 1: its time"],
    [
      "bars that overlap",
      { ...whole, time: Float64Array.of(0, 1) },
      ": bars, row 1: it begins at 1, before the row before it is over",
    ],
    [
      "a time that is not whole",
      { ...whole, time: Float64Array.of(0.5, 300_000) },
      ": bars, row 0: its time 0.5 is no whole number",
    ],
    ["a volume below 0", { ...whole, volume: Float64Array.of(1, -1) }, ": bars, row 1: its volume should be 0 or more"],
    [
      "bars that end after now",
      barsOf([1, 2], { interval: "5m", until: NOW + 1 }),
      `: end at ${NOW + 1}, after \`now\`, which is ${NOW}`,
    ],
    ["bars of another interval", barsOf([1, 2]), ": the strategy needs bars of 5m, these are of 1h: give closes"],
    [
      "bars of other intervals",
      [barsOf([1, 2]), barsOf([1, 2], { interval: "1d" })],
      ": the strategy needs bars of 5m, these are of 1h, 1d: give closes",
    ],
    ["bars of one interval twice", [whole, whole], ": two of the list are of one interval"],
    ["too few bars in a list", [barsOf([1], { interval: "5m" })], ": the strategy needs 2 bars of 5m"],
    ["one of the bars that cannot be", [whole, { ...barsOf([1, 2]), length: 3 }], ".1: must be a list of closes"],
    ["one of the bars that is none", [whole, null], ".1: must be a list of closes, or bars"],
    ["nothing in a list", [null, whole], ".0: must be a list of closes, or bars"],
    ["bars of a list that end after now", [whole, barsOf([1], { until: NOW + 1 })], `: end at ${NOW + 1}, after`],
  ])("%s: such bars are refused, with the row if there is one", (_what, given, message) => {
    const { message: told } = refusal(() => decideOn({ bars: { "WETH.eth": given } }));
    expect(told).toContain(`Wrong in the facts: bars.WETH.eth${message}`);
  });

  test("state and inputs of a strategy without them are refused, unless they are null", () => {
    expect(refusal(() => decideOn({ state: {} }, plain)).message).toMatch(/state: must be left out: .* no `state`/);
    expect(refusal(() => decideOn({ inputs: {} }, plain)).message).toMatch(/inputs: must be left out: .* no `read`/);
    expect(decideOn({ inputs: null }, plain).decisions).toHaveLength(1);
    expect(decideOn({ state: null }, plain).decisions).toHaveLength(1);
    expect(viewFor(plain, { state: null }).state).toBeNull();
  });

  test("a strategy that was not made with defineStrategy is refused", () => {
    expect(refusal(() => decideOn({}, {} as Strategy)).message).toBe(
      "Wrong in the strategy: it was not made with defineStrategy",
    );
  });
});

test("possible facts are accepted: null for no price, amounts in both forms, small times, undefined as default", () => {
  const facts = { prices: { "WETH.eth": null }, book: { "WETH.eth": 1e-7, "USDC.eth": "0" }, now: 7, seed: undefined };
  const view = viewFor(strategy, { bars, ...facts });
  expect([view.price("WETH.eth"), view.book.exactAmount("WETH.eth"), view.now]).toEqual([null, "0.0000001", 7]);
  expect(viewFor(strategy, { rules: { maxTradeShare: undefined } }).rules.maxTradeShare).toBe(0.25);
});

test.each([2 * DAY, 13 * DAY, 26 * DAY])("times that count from 0 are accepted, such as a now of %i", (now) => {
  const [at, startAt] = [3 * DAY, 20 * DAY];
  const filled = { ...outcome, fromAmount: "1", toAmount: "1", costUsd: null, code: "", reason: "", at };
  const facts = {
    now,
    competition: { startAt, endAt: startAt + 7 * DAY },
    rules: { readAt: startAt },
    outcomes: [filled],
  };
  const view = viewFor(plain, facts as Facts);
  expect([view.now, view.competition.endAt, view.rules.readAt]).toEqual([now, 27 * DAY, startAt]);
  expect(view.outcomes[0]?.at).toBe(at);
  expect(barsOf([1], { until: now }).time[0]).toBe(now - 3_600_000);
});

test("a run may begin on the second day of 1970", async () => {
  const run = await runOnPrices(plain, {}, { "WETH.eth": [1, 2] }, { start: 2 * DAY });
  expect([run.error, run.equity[0]?.[0]]).toEqual([null, 2 * DAY]);
});

test("average costs and bars may be given by a short name too", () => {
  const facts = { book: { "SOL.svm": 1 }, averageCosts: { SOL: 100 }, bars: { SOL: [1, 2] }, params: { token: "SOL" } };
  const view = viewFor(strategy, facts);
  expect([view.book.averageCost("SOL"), view.bars("SOL").close[1]]).toEqual([100, 2]);
});

test("closes are bars of the strategy's interval, and end with the last whole one before now", () => {
  const view = viewFor(strategy, { bars: { "WETH.eth": [3, 1, 2] }, now: NOW + 1 });
  const { time, open, interval } = view.bars("WETH.eth");
  expect([...time, interval]).toEqual([NOW - 600_000, NOW - 300_000, 300_000]);
  expect([...open]).toEqual([3, 1]);
});

test("the competition's end follows from the time left, and the other way round", () => {
  const competition = (given: Facts["competition"]) => viewFor(plain, { competition: given ?? {} }).competition;
  expect(competition({ endAt: NOW + 5 }).timeLeft).toBe(5);
  expect(competition({ timeLeft: 5 }).endAt).toBe(NOW + 5);
  expect(competition({ endAt: NOW - 5 }).timeLeft).toBe(0);
});

test("an error lists the first five problems, and how many more there are", () => {
  const { message, issues } = refusal(() => decideOn({ bars: { "WETH.eth": Array<number>(7).fill(-1) } }));
  expect(issues).toHaveLength(7);
  expect(message).toMatch(/bars\.WETH\.eth\.4: [^;]*; and 2 more$/);
});

describe("impossible prices and options", () => {
  const prices = { "WETH.eth": [1, 2, 3] };
  test.each<[string, object, object, string]>([
    ["a price below 0", { "WETH.eth": [1, -1] }, {}, `prices.WETH.eth.1: ${close("-1")}`],
    ["a price that is NaN", { "WETH.eth": [NaN, 1] }, {}, `prices.WETH.eth.0: ${close("NaN")}`],
    ["prices as text", { "WETH.eth": ["1"] }, {}, `prices.WETH.eth.0: ${close("'1'")}`],
    ["prices of no token", { "WETHH.eth": [1] }, {}, `prices.WETHH.eth: ${unknownToken}`],
    ["a price alone", { "WETH.eth": 5 }, {}, "prices.WETH.eth: Invalid input: expected array, received number"],
    [
      "fewer prices of one token",
      { ...prices, "WBTC.eth": [1] },
      {},
      "prices.WBTC.eth: must be as many as of the other tokens, 3 (there are 1)",
    ],
    [
      "no time between prices",
      prices,
      { every: "0s" },
      "options.every: must be a duration of whole milliseconds above 0",
    ],
    ["a duration that is a number", prices, { every: 300 }, "options.every: must be a duration"],
    [
      "a start in seconds",
      prices,
      { start: NOW / 1_000 },
      `options.start: ${moment("1735689600, which looks like seconds")}`,
    ],
    ["a start that is NaN", prices, { start: NaN }, `options.start: ${moment("NaN")}`],
    [
      "a part of a price before",
      prices,
      { before: 1.5 },
      "options.before: must be a whole number, 0 or more (it is 1.5)",
    ],
    ["a misspelt option", prices, { befor: 2 }, 'options: there is no "befor". Did you mean before?'],
    [
      "a misspelt setting",
      prices,
      { competition: { allowCrosschain: true } },
      'options.competition: there is no "allowCrosschain". Did you mean allowCrossChain?',
    ],
    [
      "a setting that the venue refuses",
      prices,
      { competition: { maxTradeShare: 25 } },
      "options.competition: maxTradeShare is 25. Give a share above 0 and at most 1.",
    ],
    [
      "no start balances",
      prices,
      { competition: { startBalances: null } },
      "options.competition.startBalances: must be an object: { [token]: value } (it is null)",
    ],
    [
      "start balances of one token by two names",
      prices,
      { competition: { startBalances: { "SOL.svm": "1", SOL: "2" } } },
      "options.competition.startBalances.SOL: is the same as SOL.svm",
    ],
    ["prices of one token by two names", { SOL: [1], "SOL.svm": [2] }, {}, "prices.SOL.svm: is the same as SOL"],
    ["half a token", prices, { tokens: [{ name: "A.eth" }] }, "tokens.0.address: must be a text that is not empty"],
  ])("%s: there is no run, and the error says why", async (_what, given, options, message) => {
    const run = runOnPrices(strategy, {}, given as Readonly<Record<string, number[]>>, options);
    await expect(run).rejects.toThrow(TestFactsError);
    await expect(run).rejects.toThrow(message);
  });
});

test.each<[string, readonly unknown[], object, string]>([
  ["a close below 0", [1, -1], {}, `closes.1: ${close("-1")}`],
  ["closes as text", ["1"], {}, `closes.0: ${close("'1'")}`],
  ["an interval of nothing", [1], { interval: "0m" }, "options.interval: must be a duration"],
  ["an end in seconds", [1], { until: NOW / 1_000 }, "options.until: must be a time in whole epoch milliseconds"],
  ["a misspelt option", [1], { untill: NOW }, 'options: there is no "untill". Did you mean until?'],
])("barsOf refuses %s", (_what, closes, options, message) => {
  expect(refusal(() => barsOf(closes as number[], options)).message).toContain(`Wrong in the bars: ${message}`);
});
