import { describe, expect, test } from "vitest";
import type { SandboxOptions } from "../../src/sandbox/index.js";
import { HOUR, query, SECOND, SOL, START, startService, USDC, WETH, type TestService } from "./service.js";

const swap = { fromToken: USDC, toToken: WETH, amount: "1000" };
const INTERNAL = { success: false, error: "Internal Server Error" };
const KEYED = [
  "/api/account/profile",
  "/api/account/balances",
  "/api/account/portfolio",
  "/api/account/trades",
  "/api/competition/status",
  "/api/competition/leaderboard",
  "/api/competition/upcoming",
  `/api/price?token=${WETH}`,
  `/api/trade/quote?${query(swap)}`,
];

const deployed = (options: Partial<SandboxOptions> = {}): Promise<TestService> =>
  startService({ profile: "deployed", ...options });

const teamOf = ({ sandbox }: TestService): string => sandbox.teams[0]?.teamId ?? "";

async function end({ sandbox }: TestService): Promise<void> {
  await sandbox.exchange.end(sandbox.exchange.active()?.id ?? "");
}

/** Expects one answer to every call with a key, and that health is well. */
async function expectEverywhere(service: TestService, status: number, body: unknown): Promise<void> {
  for (const path of KEYED) {
    const { status: got, json } = await service.call(path);
    expect({ path, status: got, json }).toEqual({ path, status, json: body });
  }
  expect(await service.execute(swap)).toMatchObject({ status, json: body });
  expect(await service.read("/api/health")).toMatchObject({ status: "ok" });
}

describe("a team that is out gets an error on every call with its key", () => {
  test("after the end it is 500, until another competition begins", async () => {
    const service = await deployed({ competitions: [{ startIn: 0 }, { name: "Next" }] });
    await end(service);
    await expectEverywhere(service, 500, INTERNAL);
    await service.sandbox.exchange.start(service.sandbox.exchange.upcoming()[0]?.id ?? "");
    expect(await service.read("/api/competition/status")).toMatchObject({ competition: { name: "Next" } });
  });

  test("after a deactivation it is 500, of that team alone", async () => {
    const service = await deployed();
    service.sandbox.exchange.deactivateTeam(teamOf(service), "fewer than 3 trades a day");
    await expectEverywhere(service, 500, INTERNAL);
    expect((await service.call("/api/account/profile", {}, 1)).status).toBe(200);
  });

  test("it is 403 with inactive true where the reason has that word", async () => {
    const service = await deployed();
    service.sandbox.exchange.deactivateTeam(teamOf(service), "inactive for a day");
    const error = "Your team has been deactivated from the competition: inactive for a day";
    await expectEverywhere(service, 403, { success: false, error, inactive: true });
  });

  test("after a restart of the service it is 401, as for a wrong key, and a later deactivation is 500 again", async () => {
    const service = await deployed();
    service.sandbox.exchange.deactivateTeam(teamOf(service), "too clever");
    service.sandbox.restart();
    const wrong = await service.call("/api/account/profile", { headers: { authorization: "Bearer nobody" } }, null);
    expect(wrong).toMatchObject({
      status: 401,
      json: { error: expect.stringMatching(/^Invalid API key\. This key may/) as string },
    });
    await expectEverywhere(service, 401, wrong.json);
    service.sandbox.exchange.deactivateTeam(teamOf(service), "too clever again");
    await expectEverywhere(service, 500, INTERNAL);
  });

  test("the fault service-restart restarts the service", async () => {
    const service = await deployed({
      faults: { seed: "s", faults: [{ kind: "service-restart", when: "after", max: 1 }] },
    });
    await end(service);
    expect((await service.execute(swap)).status).toBe(500);
    expect((await service.execute(swap)).status).toBe(401);
  });
});

describe("a team outside the active competition", () => {
  const outside = async (): Promise<(path: string, body?: object) => ReturnType<TestService["call"]>> => {
    const { call, sandbox } = await deployed();
    const headers = { authorization: `Bearer ${sandbox.addTeam({ name: "Late" }).apiKey}` };
    return (path, body) => call(path, { headers, ...(body !== undefined && { method: "POST", body }) }, null);
  };

  test("has a status with the first fields of the competition, and no participating", async () => {
    const { json } = await (await outside())("/api/competition/status");
    expect(json).toEqual({
      success: true,
      active: true,
      competition: {
        id: expect.any(String) as string,
        name: "Sandbox 1",
        status: "ACTIVE",
        startDate: "2025-01-01T00:00:00.000Z",
      },
      message: "Your team is not participating in this competition",
    });
  });

  test("has no balance, gets no such refusal from an execute, and has no metadata", async () => {
    const ask = await outside();
    expect((await ask("/api/account/balances")).json).toMatchObject({ balances: [] });
    const executed = await ask("/api/trade/execute", { ...swap, reason: "r" });
    expect(executed).toMatchObject({ status: 400, json: { error: "Insufficient balance" } });
    expect((await ask("/api/account/profile")).json).toMatchObject({ team: { metadata: null } });
  });
});

test("without an active competition the status has a message, and no participating", async () => {
  const { read, execute } = await deployed({ competitions: [{ name: "Later" }] });
  expect(await read("/api/competition/status")).toEqual({
    success: true,
    active: false,
    competition: null,
    message: "No active competition found",
  });
  expect(await execute(swap)).toMatchObject({ status: 403, json: { error: "No active competition" } });
  expect(await read("/api/account/portfolio")).toMatchObject({ source: "live-calculation", tokens: [] });
});

test("the portfolio is the oldest snapshot for ever, and the leaderboard's row the latest", async () => {
  const { read, execute, clock, sandbox } = await deployed({ competitions: [{ startIn: 0 }, {}] });
  const first = await read("/api/account/portfolio");
  expect(first).toMatchObject({ totalValue: 15_000, snapshotTime: "2025-01-01T00:00:00.000Z", source: "snapshot" });
  expect(first["tokens"]).toEqual([
    { token: USDC, amount: 5000, price: 1, value: 5000, chain: "evm" },
    { token: expect.any(String) as string, amount: 5000, price: 1, value: 5000, chain: "evm" },
    { token: expect.any(String) as string, amount: 5000, price: 1, value: 5000, chain: "svm", specificChain: "svm" },
  ]);
  await execute(swap);
  clock.runUntil(START + HOUR);
  expect(await read("/api/account/portfolio")).toEqual(first);
  const { leaderboard } = await read("/api/competition/leaderboard");
  expect((leaderboard as { portfolioValue: number }[])[1]?.portfolioValue).toBeCloseTo(14_995, 0);
  await sandbox.exchange.end(sandbox.exchange.active()?.id ?? "");
  await sandbox.exchange.start(sandbox.exchange.upcoming()[0]?.id ?? "");
  expect(await read("/api/account/portfolio")).toMatchObject({
    totalValue: 15_000,
    snapshotTime: "2025-01-01T01:00:00.000Z",
  });
});

test("a price is repeated for an hour, unless the cache is set otherwise", async () => {
  const l2 = "/api/price?token=0x4200000000000000000000000000000000000006&specificChain=base";
  const { read, clock } = await deployed();
  const always = await deployed({ priceCacheMs: 0 });
  const [{ price }] = [await read(l2), await always.read(l2)];
  clock.runUntil(START + HOUR - SECOND);
  always.clock.runUntil(START + SECOND);
  expect(await read(l2)).toMatchObject({ price });
  expect((await always.read(l2))["price"]).not.toBe(price);
  clock.runUntil(START + HOUR);
  expect((await read(l2))["price"]).not.toBe(price);
});

test("a quote above 100 % slippage gives a negative amount, of an endless one nulls, of one token a quote too", async () => {
  const { read } = await deployed();
  const quote = (fields: object) => read(`/api/trade/quote?${query({ ...swap, ...fields })}`);
  const huge = await quote({ amount: "10000000" });
  expect(huge["toAmount"]).toBeLessThan(0);
  expect(huge["slippage"]).toBeGreaterThan(4_000);
  expect(await quote({ amount: "Infinity" })).toMatchObject({ fromAmount: null, toAmount: null, slippage: null });
  expect((await quote({ toToken: USDC, amount: "1" }))["toAmount"]).toBeCloseTo(1, 4);
});

test("another spelling of an address is a token of its own, with the same price", async () => {
  const { read, execute } = await deployed();
  const lower = WETH.toLowerCase();
  await execute({ ...swap, toToken: lower });
  const sale = { fromToken: WETH, toToken: USDC, amount: "0.1" };
  expect(await execute(sale)).toMatchObject({ status: 400, json: { error: "Insufficient balance" } });
  expect(await execute({ ...sale, fromToken: lower })).toMatchObject({
    status: 200,
    json: { transaction: { fromToken: lower } },
  });
  const { balances } = await read("/api/account/balances");
  expect((balances as { tokenAddress: string }[]).map(({ tokenAddress }) => tokenAddress)).toContain(lower);
});

test("balances are rows: a number as id, and the times of their first and last change", async () => {
  const { read, execute, clock } = await deployed();
  clock.runUntil(START + SECOND);
  await execute(swap);
  clock.runUntil(START + 2 * SECOND);
  await execute(swap);
  const { balances } = await read("/api/account/balances");
  expect(balances).toMatchObject([
    { id: 1, tokenAddress: USDC, createdAt: "2025-01-01T00:00:00.000Z", updatedAt: "2025-01-01T00:00:02.000Z" },
    { id: 2, updatedAt: "2025-01-01T00:00:00.000Z" },
    { id: 3 },
    { id: 4, tokenAddress: WETH, createdAt: "2025-01-01T00:00:01.000Z", updatedAt: "2025-01-01T00:00:02.000Z" },
  ]);
});

test("the rules print one formula, whatever is charged", async () => {
  const { read } = await deployed({ settings: { slippage: "log" } });
  expect(await read("/api/competition/rules")).toMatchObject({
    rules: { slippageFormula: expect.stringMatching(/\(0\.9 \+ \(Math\.random\(\) \* 0\.2\)\)$/) as string },
  });
});

test("a trade across chains passes where the request names no chains, to the first chain that prices the token", async () => {
  const { execute } = await deployed();
  const l2 = "0x4200000000000000000000000000000000000006";
  expect(await execute({ ...swap, toToken: l2 })).toMatchObject({ json: { transaction: { toSpecificChain: "base" } } });
  const named = { ...swap, toToken: l2, fromSpecificChain: "eth", toSpecificChain: "base" };
  expect((await execute(named)).json["error"]).toMatch(/^Cross-chain trading is disabled/);
  expect((await execute({ ...swap, toToken: SOL })).json["error"]).toMatch(/^Cross-chain trading is disabled/);
});

test("a rate limit is refused as in the interface", async () => {
  const { call } = await deployed({ rateLimits: [{ scope: "account", count: 1, windowMs: 60_000 }] });
  expect((await call("/api/account/profile")).status).toBe(200);
  const { status, headers, json } = await call("/api/account/profile");
  expect([status, headers.get("retry-after"), json["error"]]).toEqual([
    429,
    "60",
    "Rate limit exceeded. Try again in 60 seconds.",
  ]);
});
