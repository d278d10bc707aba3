import { describe, expect, test } from "vitest";
import { recogniseError, type ServiceErrorCode } from "../../src/contract/index.js";
import type { SandboxOptions } from "../../src/sandbox/index.js";
import { expectRefusal, query, SOL, startService, USDC, WETH, type Asking, type TestService } from "./service.js";

const swap = { fromToken: USDC, toToken: WETH, amount: "10" };
const unknown = "0x1111111111111111111111111111111111111111";
const without = (name: string): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...swap, reason: "a test" }).filter(([key]) => key !== name));

const execute = (body: unknown): Asking => ({ method: "POST", body });
const MISSING = "Missing required parameters: fromToken, toToken, amount";
const USE_BEARER = "Authentication required. Use Authorization: Bearer YOUR_API_KEY";
const AMOUNT = "Amount must be a positive number";
const CHAINS = "Cross-chain trading is disabled. Both tokens must be on the same blockchain.";

type Row = [name: string, status: number, text: string, code: ServiceErrorCode, path: string, asking?: Asking];

const EXECUTE: Row[] = (
  [
    ["fromToken missing", MISSING, "MISSING_TRADE_FIELDS", without("fromToken")],
    ["toToken missing", MISSING, "MISSING_TRADE_FIELDS", without("toToken")],
    ["amount missing", MISSING, "MISSING_TRADE_FIELDS", without("amount")],
    ["amount empty", MISSING, "MISSING_TRADE_FIELDS", { ...swap, amount: "", reason: "a test" }],
    ["amount null", MISSING, "MISSING_TRADE_FIELDS", { ...swap, amount: null, reason: "a test" }],
    ["no body", MISSING, "MISSING_TRADE_FIELDS", undefined],
    ["reason missing", "Missing required parameter: reason", "MISSING_REASON", without("reason")],
    ["reason empty", "Missing required parameter: reason", "MISSING_REASON", { ...swap, reason: "" }],
    ["amount a word", AMOUNT, "BAD_AMOUNT", { ...swap, amount: "ten", reason: "a test" }],
    ["amount 0", AMOUNT, "BAD_AMOUNT", { ...swap, amount: "0", reason: "a test" }],
    ["amount negative", AMOUNT, "BAD_AMOUNT", { ...swap, amount: "-1", reason: "a test" }],
    ["amount not finite", AMOUNT, "BAD_AMOUNT", { ...swap, amount: "1e400", reason: "a test" }],
    [
      "amount too small",
      "Trade amount too small (minimum: 0.000001)",
      "TOO_SMALL",
      { ...swap, amount: "0.0000009", reason: "a test" },
    ],
    ["same token", "Cannot trade between identical tokens", "SAME_TOKEN", { ...swap, toToken: USDC, reason: "a test" }],
    [
      "same token in another case",
      "Cannot trade between identical tokens",
      "SAME_TOKEN",
      { ...swap, toToken: USDC.toLowerCase(), reason: "a test" },
    ],
    [
      "unknown token",
      "Unable to determine price for tokens",
      "NO_PRICE",
      { ...swap, toToken: unknown, reason: "a test" },
    ],
    [
      "a token on another chain than said",
      "Unable to determine price for tokens",
      "NO_PRICE",
      { ...swap, toSpecificChain: "base", reason: "a test" },
    ],
    ["cross-chain", CHAINS, "CROSS_CHAIN", { ...swap, toToken: SOL, reason: "a test" }],
    [
      "balance too small",
      "Insufficient balance",
      "INSUFFICIENT_BALANCE",
      { ...swap, amount: "5000.000001", reason: "a test" },
    ],
    [
      "over the cap",
      "Trade exceeds maximum size (25% of portfolio value)",
      "OVER_CAP",
      { ...swap, amount: "3750.01", reason: "a test" },
    ],
    [
      "slippage above the tolerance",
      "Slippage exceeds tolerance",
      "SLIPPAGE",
      { ...swap, amount: "1000", slippageTolerance: "0.4", reason: "a test" },
    ],
  ] as const
).map(([name, text, code, body]) => [`execute: ${name}`, 400, text, code, "/api/trade/execute", execute(body)]);

const quote = (fields: Record<string, string>): string => `/api/trade/quote?${query(fields)}`;

const ROWS: Row[] = [
  ...EXECUTE,
  ["quote: nothing given", 400, MISSING, "MISSING_TRADE_FIELDS", "/api/trade/quote"],
  ["quote: amount missing", 400, MISSING, "MISSING_TRADE_FIELDS", quote({ fromToken: USDC, toToken: WETH })],
  ["quote: amount a word", 400, AMOUNT, "BAD_AMOUNT", quote({ ...swap, amount: "ten" })],
  ["quote: same token", 400, "Cannot trade between identical tokens", "SAME_TOKEN", quote({ ...swap, toToken: USDC })],
  [
    "quote: unknown token",
    400,
    "Unable to determine price for tokens",
    "NO_PRICE",
    quote({ ...swap, toToken: unknown }),
  ],
  ["price: no token", 400, "Token address is required", "TOKEN_REQUIRED", "/api/price"],
  ["token-info: empty token", 400, "Token address is required", "TOKEN_REQUIRED", "/api/price/token-info?token="],
  [
    "leaderboard: unknown id",
    404,
    "Competition not found",
    "COMPETITION_NOT_FOUND",
    "/api/competition/leaderboard?competitionId=x",
  ],
];

describe("each refusal has its status and its exact text, and the client recognises it", () => {
  test.each(ROWS)("%s", async (_name, status, text, code, path, asking) => {
    const { call, read } = await startService();
    const answered = await call(path, asking);
    expectRefusal(answered, status, text);
    expect(recogniseError(answered.status, answered.text)).toBe(code);
    // What is refused is not in the trade list, and moves nothing.
    expect(await read("/api/account/trades")).toMatchObject({ trades: [] });
    expect((await read("/api/account/balances"))["balances"]).toHaveLength(3);
  });
});

describe("a key is needed", () => {
  test.each([
    ["none", {}],
    ["another scheme", { authorization: "Basic abc" }],
    ["no key behind the scheme", { authorization: "Bearer " }],
    ["a key without the scheme", { authorization: "5d80dbf7e7cae57f_1c29c2a7095fc3d0" }],
  ])("%s is refused on every operation", async (_name, headers) => {
    const { call } = await startService();
    for (const [path, method] of AUTHENTICATED)
      expectRefusal(await call(path, { method, headers }, null), 401, USE_BEARER);
  });

  test("a key that is unknown is refused", async () => {
    const { call } = await startService();
    const headers = { authorization: "Bearer 0123456789abcdef_0123456789abcdef" };
    for (const [path, method] of AUTHENTICATED) {
      const answered = await call(path, { method, headers }, null);
      expect(answered.status).toBe(401);
      expect(answered.json["error"]).toMatch(/^Invalid API key/);
    }
  });

  test("health needs none", async () => {
    const { call } = await startService();
    expect((await call("/api/health", {}, null)).status).toBe(200);
    expect((await call("/api/health/detailed", { headers: { authorization: "Bearer x" } }, null)).status).toBe(200);
  });
});

const AUTHENTICATED: [path: string, method: string][] = [
  ["/api/account/profile", "GET"],
  ["/api/account/profile", "PUT"],
  ["/api/account/reset-api-key", "POST"],
  ["/api/account/balances", "GET"],
  ["/api/account/portfolio", "GET"],
  ["/api/account/trades", "GET"],
  ["/api/competition/leaderboard", "GET"],
  ["/api/competition/status", "GET"],
  ["/api/competition/rules", "GET"],
  ["/api/competition/upcoming", "GET"],
  ["/api/trade/execute", "POST"],
  ["/api/trade/quote", "GET"],
  ["/api/price", "GET"],
  ["/api/price/token-info", "GET"],
];

describe("without an active competition", () => {
  const idle = (): Promise<TestService> => startService({ competitions: [{ name: "Later" }] });

  test("execute is 403, the rules and the leaderboard 400, and the leaderboard by id answers", async () => {
    const { call, sandbox, execute: trade } = await idle();
    expectRefusal(await trade(swap), 403, "No active competition");
    expectRefusal(await call("/api/competition/rules"), 400, "No active competition");
    const none = "No active competition and no competitionId provided";
    expectRefusal(await call("/api/competition/leaderboard"), 400, none);
    expectRefusal(await call("/api/competition/leaderboard?competitionId="), 400, none);
    const id = sandbox.exchange.upcoming()[0]?.id ?? "";
    expect((await call(`/api/competition/leaderboard?competitionId=${id}`)).status).toBe(200);
  });

  test("prices, quotes, balances and the portfolio answer", async () => {
    const { call } = await idle();
    for (const path of [`/api/price?token=${WETH}`, quote(swap), "/api/account/balances", "/api/account/portfolio"])
      expect((await call(path)).status).toBe(200);
  });
});

describe("a team that does not take part", () => {
  test("is refused by rules, leaderboard and execute, and may read its own data", async () => {
    const { call, sandbox } = await startService();
    const { apiKey } = sandbox.addTeam({ name: "Late" });
    const headers = { authorization: `Bearer ${apiKey}` };
    const active = "Your team is not participating in the active competition";
    expectRefusal(await call("/api/competition/rules", { headers }, null), 403, active);
    expectRefusal(
      await call("/api/trade/execute", { method: "POST", body: { ...swap, reason: "x" }, headers }, null),
      403,
      active,
    );
    const board = await call("/api/competition/leaderboard", { headers }, null);
    expectRefusal(board, 403, "Your team is not participating in this competition");
    expect(recogniseError(403, board.text)).toBe("NOT_PARTICIPATING");
    expect((await call("/api/account/balances", { headers }, null)).status).toBe(200);
  });
});

describe("a token without a price", () => {
  test("is success false with 200, and nothing else, at the price", async () => {
    const { call } = await startService();
    const { status, text } = await call(`/api/price?token=${unknown}`);
    expect({ status, text }).toEqual({ status: 200, text: '{"success":false}' });
  });

  test("is named, without a specific chain, at token-info", async () => {
    const { read } = await startService();
    const nothing = { success: false, price: null, specificChain: null };
    expect(await read(`/api/price/token-info?token=${unknown}`)).toEqual({ ...nothing, token: unknown, chain: "EVM" });
    for (const token of ["abc", "x".repeat(2_000)])
      expect(await read(`/api/price/token-info?token=${token}`)).toEqual({ ...nothing, token, chain: "SVM" });
    // Known to the sandbox, but this market does not trade it.
    expect(await read(`/api/price?token=${WETH}&specificChain=polygon`)).toEqual({ success: false });
  });
});

test("a deactivated team is refused everywhere, with the reason, and another one is not", async () => {
  const { call, sandbox } = await startService();
  const teamId = sandbox.teams[0]?.teamId ?? "";
  sandbox.exchange.deactivateTeam(teamId, "fewer than 3 trades a day");
  const text = "Your team has been deactivated from the competition: fewer than 3 trades a day";
  for (const [path, method] of AUTHENTICATED) {
    const answered = await call(path, { method });
    expectRefusal(answered, 403, text);
    expect(recogniseError(403, answered.text)).toBe("DEACTIVATED");
    expect((await call(path, { method }, 1)).status).not.toBe(403);
  }
});

test("a restricted leaderboard is refused to teams, with an id too", async () => {
  const options: Partial<SandboxOptions> = { restrictedLeaderboard: true };
  const { call } = await startService(options);
  const text = "Leaderboard access is currently restricted to administrators only";
  expectRefusal(await call("/api/competition/leaderboard"), 403, text);
  expectRefusal(await call("/api/competition/leaderboard?competitionId=x"), 403, text);
});
