import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseRules, printRules, type RuleSettings, type RuleTexts } from "../../../src/contract/index.js";
import { printRateLimit } from "../../../src/contract/rules/rate-limit.js";
import { PUBLIC_RATE_LIMITS } from "../../../src/model/public-rate-limits.js";
import { SLIPPAGE_MODELS } from "../../../src/model/slippage.js";
import { SPECIFIC_CHAINS } from "../../../src/model/token.js";

const FORMULA =
  "baseSlippage = (tradeAmountUSD / 10000) * 0.05%, actualSlippage = baseSlippage * (0.9 + (Math.random() * 0.2))";

const texts = (some: Partial<RuleTexts> = {}): RuleTexts => ({
  tradingRules: [],
  rateLimits: [],
  availableChains: { svm: true, evm: ["eth", "base"] },
  slippageFormula: FORMULA,
  portfolioSnapshots: { interval: "2 minutes" },
  ...some,
});
const parse = (some: Partial<RuleTexts>) => parseRules(texts(some), 7);
const rule = (text: string) => parse({ tradingRules: [text] });

describe("the rules of the public service", () => {
  const rules = parse({
    tradingRules: [
      "Trading is only allowed for tokens with valid price data",
      "All teams start with identical token balances: 5000 USDC on eth",
      "Minimum trade amount: 0.000001 tokens",
      "Maximum single trade: 25% of team's total portfolio value",
      "No shorting allowed (trades limited to available balance)",
      "Slippage is applied to all trades based on trade size",
      "Cross-chain trading: Disabled",
      "Transaction fees are not simulated",
      "Minimum trades per day requirement: 3 trades",
    ],
    rateLimits: [
      "100 requests per 60 seconds per endpoint",
      "100 requests per minute for trade operations",
      "300 requests per minute for price queries",
      "30 requests per minute for balance/portfolio checks",
      "3,000 requests per minute across all endpoints",
      "10,000 requests per hour per team",
    ],
  });

  test("are all understood, to the last text", () => {
    expect(rules).toMatchObject({
      maxTradeShare: 0.25,
      minTradeAmount: "0.000001",
      crossChain: false,
      minTradesPerDay: 3,
      slippage: null,
      rateLimits: PUBLIC_RATE_LIMITS,
      snapshotIntervalMs: 120_000,
      chains: ["eth", "base", "svm"],
      unread: [],
      source: "service",
      readAt: 7,
    });
  });

  test("keep the texts as they were sent", () => {
    expect(rules.texts?.rateLimits).toHaveLength(6);
    expect(rules.texts?.slippageFormula).toBe(FORMULA);
  });

  test("are printed back letter by letter", () => {
    expect(PUBLIC_RATE_LIMITS.map(printRateLimit)).toEqual(rules.texts?.rateLimits);
  });
});

describe("a single text", () => {
  test.each([
    ["Maximum single trade: 12.5% of team's total portfolio value", { maxTradeShare: 0.125 }],
    ["Maximum single trade: 10% of team’s total portfolio value", { maxTradeShare: 0.1 }],
    ["maximum single trade: 7% of agent's total portfolio value.", { maxTradeShare: 0.07 }],
    ["Minimum trade amount: 1 token", { minTradeAmount: "1" }],
    ["Cross-chain trading: Enabled", { crossChain: true }],
    ["Minimum trades per day requirement: 1 trades", { minTradesPerDay: 1 }],
    ["Minimum trades per day: 5", { minTradesPerDay: 5 }],
  ])("%s is read", (text, facts) => {
    expect(rule(text)).toMatchObject({ ...facts, unread: [] });
  });

  test.each([
    "Maximum single trade: 0% of team's total portfolio value",
    "Maximum single trade: 250% of team's total portfolio value",
    "Maximum single trade: a quarter of team's total portfolio value",
    "Minimum trade amount: 0 tokens",
    "Minimum trade amount: 1e-6 tokens",
    "Cross-chain trading: Sometimes",
    "Minimum trades per day requirement: 0 trades",
    "Have fun",
    "",
  ])("%j is reported as unread, and ignored", (text) => {
    expect(rule(text)).toMatchObject({
      maxTradeShare: null,
      minTradeAmount: null,
      crossChain: null,
      minTradesPerDay: null,
      unread: [text],
    });
  });

  test("counts where it stands first, if another one contradicts it", () => {
    const share = (percent: number) => `Maximum single trade: ${percent}% of team's total portfolio value`;
    expect(parse({ tradingRules: [share(10), share(50)] }).maxTradeShare).toBe(0.1);
  });

  test.each([
    ["5 requests per second for price queries", { scope: "price", count: 5, windowMs: 1_000 }],
    ["1 request per 2 minutes per endpoint", { scope: "each", count: 1, windowMs: 120_000 }],
    ["3000 requests per day across all endpoints.", { scope: "all", count: 3_000, windowMs: 86_400_000 }],
    ["1,000,000 requests per 1 hour per team", { scope: "all", count: 1_000_000, windowMs: 3_600_000 }],
  ])("the limit %j is read", (text, limit) => {
    expect(parse({ rateLimits: [text] })).toMatchObject({ rateLimits: [limit], unread: [] });
  });

  test.each([
    "0 requests per minute for trade operations",
    "1,00 requests per minute for trade operations",
    "99999999999999999999 requests per minute for trade operations",
    "100 requests per fortnight per team",
    "100 requests per minute for walking dogs",
    "100 requests per minute",
    "many requests per minute per team",
    "-1 requests per minute per team",
    "",
  ])("the limit %j is reported as unread", (text) => {
    expect(parse({ rateLimits: [text] })).toMatchObject({ rateLimits: [], unread: [text] });
  });

  test.each([
    ["2 minutes", 120_000],
    ["minute", 60_000],
    ["1 minute", 60_000],
    ["90 seconds", 90_000],
    ["every 5 min", 300_000],
    ["2m", 120_000],
    ["1 Hour", 3_600_000],
    ["1,000 secs", 1_000_000],
  ])("the interval %j is %i ms", (interval, ms) => {
    expect(parse({ portfolioSnapshots: { interval } })).toMatchObject({ snapshotIntervalMs: ms, unread: [] });
  });

  test.each(["0 minutes", "2 months", "120", "5 ms", "often", ""])("the interval %j is unread", (interval) => {
    expect(parse({ portfolioSnapshots: { interval } })).toMatchObject({ snapshotIntervalMs: null, unread: [interval] });
  });
});

describe("the slippage formula", () => {
  test("alone does not name the model charged, because the public service prints it whatever it computes", () => {
    expect(parse({ slippageFormula: FORMULA })).toMatchObject({ slippage: null, unread: [] });
    expect(parse({ slippageFormula: FORMULA.replaceAll(" ", "") })).toMatchObject({ slippage: null, unread: [] });
  });

  test("names the model charged if the sandbox prints it", () => {
    for (const slippage of SLIPPAGE_MODELS) {
      const { slippageFormula } = printRules({ ...SETTINGS, slippage });
      expect(slippageFormula.startsWith(FORMULA)).toBe(true);
      expect(parse({ slippageFormula })).toMatchObject({ slippage, unread: [] });
    }
  });

  test("of another kind, or with an unknown model, is unread", () => {
    for (const slippageFormula of ["slippage = 3%", `${FORMULA} [charged: cubic]`, ""])
      expect(parse({ slippageFormula })).toMatchObject({ slippage: null, unread: [slippageFormula] });
  });
});

const SETTINGS: RuleSettings = {
  maxTradeShare: 0.25,
  minTradeAmount: "0.000001",
  crossChain: false,
  minTradesPerDay: null,
  startBalances: "5000 USDC on eth",
  slippage: "computed",
  rateLimits: PUBLIC_RATE_LIMITS,
  snapshotIntervalMs: 120_000,
  chains: ["eth", "svm"],
};

describe("printing rules", () => {
  test("is the inverse of reading them", () => {
    const limit = fc.record({
      scope: fc.constantFrom("trade", "price", "account", "all", "each"),
      count: fc.integer({ min: 1, max: 10_000_000 }),
      windowMs: fc.integer({ min: 1, max: 200_000 }).map((seconds) => seconds * 1_000),
    } as const);
    const settings = fc.record({
      maxTradeShare: fc.integer({ min: 1, max: 100_000 }).map((part) => part / 100_000),
      minTradeAmount: fc.stringMatching(/^(?:0\.0{0,9}[1-9]|[1-9]\d{0,5}(?:\.\d{1,8})?)$/),
      crossChain: fc.boolean(),
      minTradesPerDay: fc.option(fc.integer({ min: 1, max: 1_000 })),
      slippage: fc.constantFrom(...SLIPPAGE_MODELS),
      rateLimits: fc.array(limit),
      snapshotIntervalMs: fc.integer({ min: 1, max: 200_000 }).map((seconds) => seconds * 1_000),
      chains: fc.subarray([...SPECIFIC_CHAINS]),
    });
    fc.assert(
      fc.property(settings, (printed) => {
        const read = parseRules(printRules({ ...printed, startBalances: "5000 USDC on eth" }), 7);
        expect(read).toMatchObject({ ...printed, unread: [] });
      }),
    );
  });

  test("refuses windows and intervals that are not whole seconds", () => {
    for (const snapshotIntervalMs of [0, 1, 1_500, -1_000, NaN])
      expect(() => printRules({ ...SETTINGS, snapshotIntervalMs })).toThrow(RangeError);
    const rateLimits = [{ scope: "each", count: 1, windowMs: 1_500 }] as const;
    expect(() => printRules({ ...SETTINGS, rateLimits })).toThrow(RangeError);
  });
});
