import { describe, expect, test } from "vitest";
import { MINUTE, SOL, startService, USDC, WETH, type Answered, type TestService } from "./service.js";

const NOWHERE = "0x2222222222222222222222222222222222222222";

/**
 * A request that is wrong in every way that a check looks at, and the steps that mend it, one check
 * after the other: before each step the check's refusal is answered, and not that of a later one.
 */
const STEPS: readonly (readonly [refusal: RegExp, mend: Record<string, unknown>])[] = [
  [/^Missing required parameters: fromToken/, { fromToken: NOWHERE, toToken: NOWHERE, amount: "x" }],
  [/^Missing required parameter: reason/, { reason: "a test" }],
  [/^Amount must be a positive number/, { amount: "0.0000001" }],
  [/^Trade amount too small/, { amount: "9000" }],
  [/^Cannot trade between identical tokens/, { toToken: SOL }],
  [/^Unable to determine price for tokens/, { fromToken: USDC, slippageTolerance: "0.0001" }],
  [/^Cross-chain trading is disabled/, { toToken: WETH }],
  [/^Insufficient balance/, { amount: "5000" }],
  [/^Trade exceeds maximum size/, { amount: "3000" }],
  [/^Slippage exceeds tolerance/, { slippageTolerance: "2" }],
];

test("an execute is checked in the service's order, and a trade that passes every check is made", async () => {
  const { call } = await startService();
  let body: Record<string, unknown> = {};
  for (const [refusal, mend] of STEPS) {
    const answered = await call("/api/trade/execute", { method: "POST", body });
    expect(answered.json["error"]).toMatch(refusal);
    body = { ...body, ...mend };
  }
  expect((await call("/api/trade/execute", { method: "POST", body })).status).toBe(200);
});

describe("before the fields are checked", () => {
  const limits = [{ scope: "all", count: 1, windowMs: MINUTE }] as const;
  const broken = { method: "POST", body: "{", headers: { "content-type": "application/json" } };
  const execute = ({ call }: TestService, team: number | null = 0): Promise<Answered> =>
    call("/api/trade/execute", broken, team);

  test("the key comes first, before the body is even parsed", async () => {
    expect((await execute(await startService({ competitions: [], rateLimits: limits }), null)).status).toBe(401);
  });

  test("the disqualification comes next, before the missing competition", async () => {
    const service = await startService({ competitions: [] });
    service.sandbox.exchange.deactivateTeam(service.sandbox.teams[0]?.teamId ?? "", "for a test");
    expect((await execute(service)).json["error"]).toMatch(/deactivated.*for a test/);
  });

  test("the missing competition comes next, before the rate limit", async () => {
    const service = await startService({ competitions: [], rateLimits: limits });
    await service.call("/api/account/profile");
    expect((await service.call("/api/account/profile")).status).toBe(429);
    const { status, json } = await execute(service);
    expect([status, json["error"]]).toEqual([403, "No active competition"]);
  });

  test("the rate limit comes next, before the body", async () => {
    const service = await startService({ rateLimits: limits });
    expect((await execute(service)).status).toBe(400);
    expect((await execute(service)).status).toBe(429);
  });
});

test("a quote is checked in the same order", async () => {
  const { call } = await startService();
  const quote = async (fields: Record<string, string>): Promise<unknown> =>
    (await call(`/api/trade/quote?${new URLSearchParams(fields).toString()}`)).json["error"];
  expect(await quote({ fromToken: NOWHERE, amount: "x" })).toMatch(/^Missing/);
  expect(await quote({ fromToken: NOWHERE, toToken: NOWHERE, amount: "x" })).toMatch(/^Amount/);
  expect(await quote({ fromToken: NOWHERE, toToken: NOWHERE, amount: "1" })).toMatch(/^Cannot trade between/);
  expect(await quote({ fromToken: NOWHERE, toToken: WETH, amount: "1" })).toMatch(/^Unable to determine/);
});
