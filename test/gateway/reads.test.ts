import { gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import type { Gateway } from "../../src/gateway/gateway.js";
import { Decimal } from "../../src/core/number/decimal.js";
import {
  COMPETITION,
  gatewayFor,
  PRICE,
  serve,
  STATUS,
  TRADE,
  USDC,
  WETH,
  HEALTH,
  KEY,
  PROFILE,
  type LocalService,
} from "./service.js";

let service: LocalService | undefined;
let gateway: Gateway | undefined;
afterEach(async () => {
  await gateway?.close();
  await service?.close();
});

/** A gateway on a service that answers one body to everything. */
async function answering(body: unknown): Promise<{ gateway: Gateway; service: LocalService }> {
  service = await serve(() => ({ body }));
  gateway = gatewayFor(service.url);
  return { gateway, service };
}

const SWAP = { from: "USDC.eth", to: "WETH.eth", amount: new Decimal("100.5") };

test("a price request names chain and specific chain, and its answer carries the time of the reading", async () => {
  const { gateway, service } = await answering(PRICE);
  const reading = await gateway.price("WETH.eth");
  expect(reading).toMatchObject({ token: "WETH.eth", usd: 3000.5 });
  expect(reading.readAt).toBeGreaterThan(Date.UTC(2025, 0, 1));
  expect(service.received[0]).toMatchObject({
    method: "GET",
    path: "/api/price",
    query: { token: WETH, chain: "evm", specificChain: "eth" },
  });
});

test("answers are requested uncompressed, because some proxies compress all the same", async () => {
  service = await serve(({ headers }) =>
    headers["accept-encoding"] === "identity"
      ? { body: PRICE }
      : { headers: { "content-encoding": "gzip" }, body: gzipSync(JSON.stringify(PRICE)).toString("latin1") },
  );
  gateway = gatewayFor(service.url);
  expect((await gateway.price("WETH.eth")).usd).toBe(3000.5);
});

test("a request names its client, since some proxies refuse others", async () => {
  const { gateway, service } = await answering(PRICE);
  await gateway.price("WETH.eth");
  expect(service.received[0]?.headers["user-agent"]).toBe("contender");
});

test.each([
  ["success false", { success: false }],
  ["a price of null", { ...PRICE, price: null }],
  ["a price of 0", { ...PRICE, price: 0 }],
])("%s is no price, never the price 0", async (_case, body) => {
  const { gateway } = await answering(body);
  expect((await gateway.price("WETH.eth")).usd).toBeNull();
});

test("an unconfigured token is requested by its address", async () => {
  const { gateway, service } = await answering({ success: false });
  const address = `0x${"ab".repeat(20)}`;
  await gateway.price(`${address}.base`);
  expect(service.received[0]?.query).toEqual({ token: address, chain: "evm", specificChain: "base" });
});

test("every request carries the key, and health does not", async () => {
  const { gateway, service } = await answering({ ...PRICE, ...HEALTH });
  await gateway.price("WETH.eth");
  await gateway.health();
  expect(service.received.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${KEY}`, undefined]);
});

test("a quote is of the requested tokens, its amounts are decimals, and a price may be an object", async () => {
  const { gateway, service } = await answering({
    fromToken: USDC,
    toToken: WETH,
    fromAmount: 100.5,
    toAmount: 0.1,
    exchangeRate: 0.001,
    slippage: 0.05,
    prices: { fromToken: { price: 1 }, toToken: 3000 },
    chains: { fromChain: "EVM", toChain: "evm" },
  });
  const quote = await gateway.quote(SWAP);
  expect(quote).toMatchObject({ from: "USDC.eth", to: "WETH.eth", slippage: 0.05, fromPrice: 1, toPrice: 3000 });
  expect([quote.fromAmount.toFixed(), quote.toAmount.toFixed()]).toEqual(["100.5", "0.1"]);
  expect(service.received[0]?.query).toEqual({
    fromToken: USDC,
    toToken: WETH,
    amount: "100.5",
    fromChain: "evm",
    fromSpecificChain: "eth",
    toChain: "evm",
    toSpecificChain: "eth",
  });
});

test("small amounts go out without an exponent", async () => {
  const { gateway, service } = await answering({});
  await gateway.quote({ ...SWAP, amount: new Decimal("0.00000012") }).catch(() => null);
  expect(service.received[0]?.query["amount"]).toBe("0.00000012");
});

test("balances are named, whatever the case of their address, and keep the double that was sent", async () => {
  const { gateway } = await answering({
    success: true,
    teamId: "t",
    balances: [
      { tokenAddress: USDC.toLowerCase(), amount: 0.1, chain: "EVM", specificChain: "eth", id: 7, createdAt: "x" },
      { token: "0x4200000000000000000000000000000000000006", amount: 2, chain: "evm", specificChain: "base" },
    ],
  });
  const balances = await gateway.balances();
  expect(balances.map(({ token, amount, sent }) => [token, amount.toFixed(), sent])).toEqual([
    ["USDC.eth", "0.1", 0.1],
    ["WETH.base", "2", 2],
  ]);
});

test("the portfolio gives its time, and null for tokens without a price", async () => {
  const { gateway } = await answering({
    success: true,
    teamId: "t",
    totalValue: 100,
    tokens: [{ token: WETH, amount: 1, price: null, value: 0, chain: "evm", specificChain: "eth" }],
    source: "live-calculation",
  });
  expect(await gateway.portfolio()).toMatchObject({
    totalValue: 100,
    tokens: [{ token: "WETH.eth", price: null, value: 0 }],
    snapshotAt: null,
    source: "live-calculation",
  });
});

test("a portfolio without specific chains is read; a token's chain is derived only if one token has its address", async () => {
  const row = (token: string, chain = "evm") => ({ token, amount: 2, price: 3, value: 6, chain });
  const onTwoChains = "0x4200000000000000000000000000000000000006";
  const unheardOf = "0x1111111111111111111111111111111111111111";
  const sol = "So11111111111111111111111111111111111111112";
  const rows = [row(WETH.toLowerCase()), row(onTwoChains), row(unheardOf), { ...row(sol, "svm"), specificChain: null }];
  const portfolio = { success: true, teamId: "t", totalValue: 24, tokens: rows, source: "snapshot" };
  const balances = [{ tokenAddress: unheardOf, amount: 2, chain: "evm", specificChain: "base" }];
  service = await serve(({ path }) => ({
    body: path.endsWith("/portfolio") ? portfolio : { success: true, teamId: "t", balances },
  }));
  gateway = gatewayFor(service.url);
  const names = async (): Promise<unknown[]> =>
    ((await gateway?.portfolio())?.tokens ?? []).map(({ token, address }) => [token, address]);
  const known = [
    ["WETH.eth", WETH.toLowerCase()],
    [null, onTwoChains],
  ];
  expect(await names()).toEqual([...known, [null, unheardOf], ["SOL.svm", sol]]);
  await gateway.balances();
  expect(await names()).toEqual([...known, [`${unheardOf}.base`, unheardOf], ["SOL.svm", sol]]);
});

test("a quote with a negative amount is read as sent", async () => {
  const { gateway } = await answering({
    fromToken: USDC,
    toToken: WETH,
    fromAmount: 400_000,
    toAmount: -133.3,
    exchangeRate: -0.000_333_25,
    slippage: 200,
    prices: { fromToken: { price: 1 }, toToken: { price: 3_000 } },
    chains: { fromChain: "evm", toChain: "evm" },
  });
  const quote = await gateway.quote(SWAP);
  expect([quote.toAmount.toFixed(), quote.exchangeRate, quote.slippage]).toEqual(["-133.3", -0.000_333_25, 200]);
});

test("a balance that the service lists twice is counted once; other amounts of the token are added", async () => {
  const row = (token: string, amount: number) => ({ token, amount, chain: "evm", specificChain: "eth" });
  const balances = [row(USDC, 0.1), row(WETH, 1.5), row(USDC, 0.1), row(USDC.toLowerCase(), 0.2)];
  const { gateway } = await answering({ success: true, teamId: "t", balances });
  expect((await gateway.balances()).map(({ token, amount, sent }) => [token, amount.toFixed(), sent])).toEqual([
    ["USDC.eth", "0.3", 0.3],
    ["WETH.eth", "1.5", 1.5],
  ]);
});

test("a trade that the service lists twice is one; two that differ in their ids alone are two", async () => {
  const trades = [
    { ...TRADE, id: "2" },
    TRADE,
    { ...TRADE, id: "2" },
    { ...TRADE, toToken: TRADE.toToken.toLowerCase() },
  ];
  const { gateway } = await answering({ success: true, teamId: "t", trades });
  expect((await gateway.trades()).map(({ id }) => id)).toEqual(["2", "trade-1"]);
});

test("trades keep the service's order, its ids and its reasons", async () => {
  const { gateway } = await answering({ success: true, teamId: "t", trades: [{ ...TRADE, id: "2" }, TRADE] });
  const trades = await gateway.trades();
  expect(trades.map(({ id }) => id)).toEqual(["2", "trade-1"]);
  expect(trades[1]).toMatchObject({
    from: "USDC.eth",
    to: "WETH.eth",
    success: true,
    at: Date.UTC(2025, 0, 1, 0, 0, 1),
  });
});

test("the status of the public service, which leaves out what the team takes part in, is understood", async () => {
  const { gateway } = await answering({
    success: true,
    active: false,
    competition: null,
    message: "No active competition found",
  });
  expect(await gateway.status()).toEqual({
    active: false,
    competition: null,
    participating: null,
    message: "No active competition found",
  });
});

const { id, name, startDate } = COMPETITION;

test.each([
  ["a status of four fields", { competition: { id, name, status: "ACTIVE", startDate } }, false],
  ["its words", { message: "Your team is not participating in this competition" }, false],
  ["all of the competition, and nothing of the team", {}, null],
  ["nothing active", { active: false, competition: null }, null],
  [
    "nothing active but one of four fields",
    { active: false, competition: { id, name, status: "COMPLETED", startDate } },
    null,
  ],
])("the public service does not say whether the team is in it: %s", async (_, change, participating) => {
  const { success, active, competition } = STATUS;
  const { gateway } = await answering({ success, active, competition, ...change });
  expect((await gateway.status()).participating).toBe(participating);
});

test.each(["ending", "FROZEN"])("a competition that is %s counts as not active", async (status) => {
  const { gateway } = await answering({ ...STATUS, competition: { ...COMPETITION, status } });
  expect((await gateway.status()).active).toBe(false);
});

test("the leaderboard is requested by the competition's id, and inactive teams have no rank", async () => {
  const team = { teamId: "a", teamName: "A", portfolioValue: 1, active: true, deactivationReason: null };
  const { gateway, service } = await answering({
    success: true,
    competition: COMPETITION,
    leaderboard: [{ ...team, rank: 1 }],
    inactiveTeams: [{ ...team, active: false, deactivationReason: "late" }],
    hasInactiveTeams: true,
  });
  const board = await gateway.leaderboard("competition-1");
  expect(service.received[0]?.query).toEqual({ competitionId: "competition-1" });
  expect(board.standings[0]?.rank).toBe(1);
  expect(board.inactive[0]).toMatchObject({ rank: null, deactivationReason: "late" });
  await gateway.leaderboard();
  expect(service.received[1]?.query).toEqual({});
});

test("upcoming competitions, token info and the profile are read", async () => {
  const upcoming = { ...COMPETITION, status: "pending", allowCrossChainTrading: true };
  expect(await (await answering({ success: true, competitions: [upcoming] })).gateway.upcoming()).toEqual([
    { id: "competition-1", name: "Spring", description: null, state: "pending", allowCrossChainTrading: true },
  ]);
  await gateway?.close();
  await service?.close();
  expect(await (await answering(PRICE)).gateway.tokenInfo("WETH.eth")).toMatchObject({
    token: "WETH.eth",
    usd: 3000.5,
  });
  await gateway?.close();
  await service?.close();
  const { gateway: third, service: server } = await answering(PROFILE);
  expect(await third.updateProfile({ contactPerson: "B" })).toMatchObject({ id: "team-1", name: "Team" });
  expect(server.received[0]).toMatchObject({ method: "PUT", body: '{"contactPerson":"B"}' });
});

test("rules that were read set the limits", async () => {
  const { gateway } = await answering({
    success: true,
    rules: {
      tradingRules: [],
      rateLimits: ["7 requests per minute for trade operations"],
      availableChains: { svm: true, evm: ["eth"] },
      slippageFormula: "",
      portfolioSnapshots: { interval: "2 minutes" },
    },
  });
  expect(gateway.limitsLeft().trade).toBe(100);
  expect((await gateway.rules()).rateLimits).toEqual([{ scope: "trade", count: 7, windowMs: 60_000 }]);
  expect(gateway.limits().get("trade")).toMatchObject([{ count: 7 }]);
  expect(gateway.limitsLeft().trade).toBe(7);
});

const OTHER = "0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599";

test.each([
  ["another address", { token: OTHER }],
  ["the same address on another chain", { specificChain: "polygon" }],
])("a price and a token's facts are unreadable if they are of %s", async (_what, named) => {
  const { gateway } = await answering({ ...PRICE, ...named });
  const unreadable = { code: "ANSWER", message: expect.stringMatching(/it names 0x\w+ on \w+, not 0x/) as string };
  await expect(gateway.price("WETH.eth")).rejects.toMatchObject(unreadable);
  await expect(gateway.tokenInfo("WETH.eth")).rejects.toMatchObject(unreadable);
});

test.each([
  ["in another case", { token: WETH.toLowerCase() }],
  ["not at all", { token: undefined, specificChain: null }],
  ["on a chain that we do not know", { specificChain: "mainnet" }],
])("a price is read if its token is named %s", async (_what, named) => {
  const { gateway } = await answering({ ...PRICE, ...named });
  expect((await gateway.price("WETH.eth")).usd).toBe(3000.5);
});

test("a quote is unreadable if it is of another pair than the requested one, whatever the case", async () => {
  const quote = (fromToken: string, toToken: string) => ({
    ...{ fromToken, toToken, fromAmount: 100.5, toAmount: 0.03, exchangeRate: 0.0003, slippage: 0.1 },
    ...{ prices: { fromToken: 1, toToken: 3000 }, chains: { fromChain: "evm", toChain: "evm" } },
  });
  const asked = async (body: object): Promise<unknown> => {
    const { gateway, service } = await answering(body);
    const answer: unknown = await gateway.quote(SWAP).catch((error: unknown) => error);
    await gateway.close();
    await service.close();
    return answer;
  };
  expect(await asked(quote(USDC.toLowerCase(), WETH.toUpperCase().replace("0X", "0x")))).toMatchObject({
    slippage: 0.1,
  });
  for (const pair of [
    [OTHER, WETH],
    [USDC, OTHER],
    [WETH, USDC],
  ] as const)
    expect(await asked(quote(pair[0], pair[1]))).toMatchObject({ code: "ANSWER" });
});
