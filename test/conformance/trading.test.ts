import { describe, expect, test } from "vitest";
import { SLIPPAGE_MODELS } from "../../src/model/slippage.js";
import {
  expectRefusal,
  query,
  SECOND,
  SOL,
  START,
  startService,
  USDC,
  USDC_BASE,
  USDC_SVM,
  WETH,
  WETH_L2,
  type Answered,
  type TestService,
} from "./service.js";

interface WireTrade {
  id: string;
  fromAmount: number;
  toAmount: number;
  price: number;
  reason: string;
  [field: string]: unknown;
}

const tradeOf = (answered: Answered): WireTrade => {
  expect(answered.status).toBe(200);
  return answered.json["transaction"] as WireTrade;
};

const amounts = async ({ read }: TestService, team = 0): Promise<Record<string, number>> => {
  const { balances } = await read("/api/account/balances", team);
  const list = balances as { token: string; specificChain: string; amount: number }[];
  return Object.fromEntries(list.map(({ token, specificChain, amount }) => [`${token}.${specificChain}`, amount]));
};

describe("a trade", () => {
  const swap = { fromToken: USDC, toToken: WETH, amount: "1000", reason: "[abcd-123456] because" };

  test("answers with all that it did, and stands in the list as it was answered, newest first", async () => {
    const { execute, read, clock, sandbox } = await startService();
    clock.runUntil(START + SECOND);
    const first = tradeOf(await execute(swap));
    expect(first).toMatchObject({
      teamId: sandbox.teams[0]?.teamId,
      competitionId: sandbox.exchange.active()?.id,
      fromToken: USDC,
      toToken: WETH,
      fromAmount: 1000,
      success: true,
      reason: "[abcd-123456] because",
      timestamp: "2025-01-01T00:00:01.000Z",
      fromChain: "evm",
      toChain: "evm",
      fromSpecificChain: "eth",
      toSpecificChain: "eth",
    });
    expect(first.price).toBeCloseTo(first.toAmount / first.fromAmount, 15);
    const second = tradeOf(await execute(swap));
    expect((await read("/api/account/trades"))["trades"]).toEqual([second, first]);
  });

  test("moves both balances by exactly the amounts that it names", async () => {
    const service = await startService();
    const { fromAmount, toAmount } = tradeOf(await service.execute({ ...swap, amount: "1234.56789" }));
    const after = await amounts(service);
    expect(fromAmount).toBe(1234.56789);
    expect(after[`${USDC}.eth`]).toBe(3765.43211);
    expect(after[`${WETH}.eth`]).toBe(toAmount);
  });

  test("costs slippage by its size: $1,000 about 0.5 %, as the public service computes it", async () => {
    const { execute } = await startService();
    const { toAmount } = tradeOf(await execute(swap));
    const slippage = 1 - (toAmount * 2000) / 1000;
    expect(slippage).toBeGreaterThanOrEqual(0.0045);
    expect(slippage).toBeLessThanOrEqual(0.0055);
  });

  test("draws its slippage apart from the quote, and the same seed draws the same", async () => {
    const run = async (): Promise<number[]> => {
      const { execute, read } = await startService();
      const quoted = (await read(`/api/trade/quote?${query({ fromToken: USDC, toToken: WETH, amount: "1000" })}`))[
        "toAmount"
      ];
      return [quoted as number, tradeOf(await execute(swap)).toAmount];
    };
    const [quoted, filled] = await run();
    expect(quoted).not.toBe(filled);
    expect(await run()).toEqual([quoted, filled]);
  });

  test("in any number at once takes no balance below 0 and loses no token", async () => {
    const service = await startService({ rateLimits: "off", settings: { maxTradeShare: 1 } });
    const answers = await Promise.all(Array.from({ length: 20 }, () => service.execute({ ...swap, amount: "700" })));
    const filled = answers.filter(({ status }) => status === 200).map(tradeOf);
    expect(filled).toHaveLength(7);
    for (const answered of answers.filter(({ status }) => status !== 200))
      expectRefusal(answered, 400, "Insufficient balance");
    const after = await amounts(service);
    expect(after[`${USDC}.eth`]).toBe(100);
    expect(after[`${WETH}.eth`]).toBeCloseTo(
      filled.reduce((sum, { toAmount }) => sum + toAmount, 0),
      12,
    );
  });
});

describe("chains", () => {
  test("an address on several chains is the one that is said, or the first that has a price", async () => {
    const { read } = await startService();
    const price = (fields: Record<string, string>): Promise<unknown> => read(`/api/price?${query(fields)}`);
    expect(await price({ token: WETH_L2 })).toMatchObject({ specificChain: "base" });
    expect(await price({ token: WETH_L2, specificChain: "base" })).toMatchObject({
      specificChain: "base",
      price: 2000,
    });
    expect(await price({ token: WETH_L2, specificChain: "optimism" })).toEqual({ success: false });
    expect(await price({ token: SOL })).toMatchObject({ chain: "SVM", specificChain: "svm" });
    expect(await price({ token: WETH, chain: "EVM" })).toMatchObject({ chain: "EVM", specificChain: "eth" });
    expect(await price({ token: WETH, chain: "svm" })).toEqual({ success: false });
  });

  test("a chain that is empty is omitted: in prices, quotes and trades", async () => {
    const { read, execute } = await startService();
    const empty = { fromChain: "", fromSpecificChain: "", toChain: "", toSpecificChain: "" };
    const swap = { fromToken: USDC, toToken: WETH, amount: "100" };
    const found = { success: true, chain: "EVM", specificChain: "eth" };
    expect(await read(`/api/price?token=${WETH}&chain=&specificChain=`)).toMatchObject(found);
    expect(await read(`/api/price/token-info?token=${WETH}&chain=&specificChain=`)).toMatchObject(found);
    expect(await read(`/api/price/token-info?token=nowhere&chain=`)).toMatchObject({ success: false, chain: "SVM" });
    expect(await read(`/api/trade/quote?${query({ ...swap, ...empty })}`)).toMatchObject({ fromAmount: 100 });
    expect(tradeOf(await execute({ ...swap, ...empty }))).toMatchObject({ toSpecificChain: "eth" });
  });

  test("an address in another case is the same token", async () => {
    const { read } = await startService();
    expect(await read(`/api/price?token=${WETH.toLowerCase()}`)).toMatchObject({ token: WETH, price: 2000 });
  });

  test("within a chain may be traded; across chains only where the competition allows it", async () => {
    const across = { fromToken: USDC, toToken: SOL, amount: "100" };
    const off = await startService();
    expect((await off.execute({ fromToken: USDC_SVM, toToken: SOL, amount: "100" })).status).toBe(200);
    expect((await off.execute({ fromToken: USDC_BASE, toToken: WETH_L2, amount: "100" })).status).toBe(200);
    expect((await off.execute(across)).status).toBe(400);
    // Two EVM chains are two chains.
    expect((await off.execute({ fromToken: USDC, toToken: WETH_L2, amount: "100" })).status).toBe(400);
    // What it would give is told all the same.
    expect(await off.read(`/api/trade/quote?${query(across)}`)).toMatchObject({
      chains: { fromChain: "evm", toChain: "svm" },
    });
    const on = await startService({ settings: { allowCrossChain: true } });
    expect(tradeOf(await on.execute(across))).toMatchObject({
      fromSpecificChain: "eth",
      toSpecificChain: "svm",
      toChain: "svm",
    });
    expect(await on.read("/api/competition/rules")).toMatchObject({
      rules: { tradingRules: expect.arrayContaining(["Cross-chain trading: Enabled"]) as string[] },
    });
  });
});

describe("settings", () => {
  test("the cap is a share of the portfolio, exactly, and is printed", async () => {
    const { execute, read } = await startService({ settings: { maxTradeShare: 0.1 } });
    const refused = await execute({ fromToken: USDC, toToken: WETH, amount: "1500.0001" });
    expectRefusal(refused, 400, "Trade exceeds maximum size (10% of portfolio value)");
    expect((await execute({ fromToken: USDC, toToken: WETH, amount: "1500" })).status).toBe(200);
    const { rules } = (await read("/api/competition/rules")) as { rules: { tradingRules: string[] } };
    expect(rules.tradingRules).toContain("Maximum single trade: 10% of team's total portfolio value");
  });

  test("a tolerance above what is drawn passes", async () => {
    const { execute } = await startService();
    const fields = { fromToken: USDC, toToken: WETH, amount: "1000" };
    expect((await execute({ ...fields, slippageTolerance: "0.56" })).status).toBe(200);
    expectRefusal(await execute({ ...fields, slippageTolerance: "0.44" }), 400, "Slippage exceeds tolerance");
  });

  const RANGES = { printed: [0.0045, 0.0055], computed: [0.45, 0.55], log: [0.26, 0.34] } as const;

  test.each(SLIPPAGE_MODELS)(
    "the slippage model %s charges $1,000 within its range, and the formula says which it is",
    async (slippage) => {
      const { execute, read } = await startService({ settings: { slippage } });
      const { toAmount } = tradeOf(await execute({ fromToken: USDC, toToken: WETH, amount: "1000" }));
      const percent = 100 * (1 - (toAmount * 2000) / 1000);
      expect(percent).toBeGreaterThan(RANGES[slippage][0]);
      expect(percent).toBeLessThan(RANGES[slippage][1]);
      const { rules } = (await read("/api/competition/rules")) as { rules: { slippageFormula: string } };
      expect(rules.slippageFormula).toContain("baseSlippage = (tradeAmountUSD / 10000) * 0.05%");
      expect(rules.slippageFormula).toContain(slippage);
    },
  );

  test("a cached price is repeated until the cache is over, and its timestamp is the answer's", async () => {
    const { read, clock } = await startService({ priceCacheMs: 60_000 });
    const price = (): Promise<Record<string, unknown>> => read(`/api/price?token=${WETH_L2}&specificChain=base`);
    expect(await price()).toMatchObject({ price: 2000, timestamp: "2025-01-01T00:00:00.000Z" });
    clock.runUntil(START + 59_999);
    expect(await price()).toMatchObject({ price: 2000, timestamp: "2025-01-01T00:00:59.999Z" });
    clock.runUntil(START + 60_000);
    expect(await price()).toMatchObject({ price: 2060 });
  });

  test("without a cache each price is that of the moment", async () => {
    const { read, clock } = await startService();
    clock.runUntil(START + SECOND);
    expect(await read(`/api/price?token=${WETH_L2}&specificChain=base`)).toMatchObject({ price: 2001 });
  });

  test("the chain of price answers is upper case, or lower case by setting", async () => {
    for (const [priceChainCase, chain] of [
      ["upper", "EVM"],
      ["lower", "evm"],
    ] as const) {
      const { read } = await startService({ priceChainCase });
      expect(await read(`/api/price?token=${WETH}`)).toMatchObject({ chain });
      expect(await read(`/api/price/token-info?token=${WETH}`)).toMatchObject({ chain });
      expect(await read("/api/price/token-info?token=0xabc")).toMatchObject({ success: false, chain });
    }
  });

  test("start balances, interval and daily minimum are printed", async () => {
    const settings = { startBalances: { "USDC.svm": "250.5" }, snapshotIntervalMs: 300_000, minTradesPerDay: 3 };
    const service = await startService({ settings });
    expect(await amounts(service)).toEqual({ [`${USDC_SVM}.svm`]: 250.5 });
    const { rules } = (await service.read("/api/competition/rules")) as { rules: { tradingRules: string[] } };
    expect(rules).toMatchObject({ portfolioSnapshots: { interval: "5 minutes" }, availableChains: { svm: true } });
    expect(rules.tradingRules).toContain("All teams start with identical token balances: 250.5 USDC on svm");
    expect(rules.tradingRules).toContain("Minimum trades per day requirement: 3 trades");
  });
});
