import { describe, expect, test } from "vitest";
import { decodeAnswer, OPERATION_IDS, operations, type OperationId } from "../../src/contract/index.js";
import { query, SOL, startService, USDC, WETH, type Asking, type TestService } from "./service.js";

/** The fields of each shape as service-interface.md lists them, copied by hand: the contract is not asked. */
const TEAM = ["contactPerson", "createdAt", "email", "id", "metadata", "name", "updatedAt"];
const BALANCE = ["amount", "chain", "specificChain", "token"];
const PORTFOLIO_TOKEN = ["amount", "chain", "price", "specificChain", "token", "value"];
const TRADE = [
  // `error` is of failed trades alone.
  ["competitionId", "fromAmount", "fromChain", "fromSpecificChain", "fromToken", "id", "price", "reason"],
  ["success", "teamId", "timestamp", "toAmount", "toChain", "toSpecificChain", "toToken"],
].flat();
const COMPETITION = ["createdAt", "description", "endDate", "id", "name", "startDate", "status", "updatedAt"];
const UPCOMING = ["allowCrossChainTrading", "createdAt", "description", "id", "name", "status", "updatedAt"];
const ENTRY = ["active", "deactivationReason", "portfolioValue", "rank", "teamId", "teamName"];
const RULES = ["availableChains", "portfolioSnapshots", "rateLimits", "slippageFormula", "tradingRules"];
const SERVICES = ["balanceManager", "competitionManager", "priceTracker", "teamManager", "tradeSimulator"];

type Shape = Record<string, readonly string[]>;
type Case = readonly [path: string, shape: Shape, asking?: Asking];

const swap = { fromToken: USDC, toToken: WETH, amount: "100" };

/** How each operation is asked, and the keys of every object of its answer, by path within it (`*` is any element). */
const CASES: Readonly<Record<OperationId, Case>> = {
  getProfile: ["/api/account/profile", { "": ["success", "team"], team: TEAM }],
  updateProfile: [
    "/api/account/profile",
    { "": ["success", "team"], team: TEAM, "team.metadata": ["description"] },
    { method: "PUT", body: { metadata: { description: "a bot" } } },
  ],
  resetApiKey: ["/api/account/reset-api-key", { "": ["apiKey", "success"] }, { method: "POST" }],
  getBalances: ["/api/account/balances", { "": ["balances", "success", "teamId"], "balances.*": BALANCE }],
  getPortfolio: [
    "/api/account/portfolio",
    { "": ["snapshotTime", "source", "success", "teamId", "tokens", "totalValue"], "tokens.*": PORTFOLIO_TOKEN },
  ],
  getTrades: ["/api/account/trades", { "": ["success", "teamId", "trades"], "trades.*": TRADE }],
  getLeaderboard: [
    "/api/competition/leaderboard",
    {
      "": ["competition", "hasInactiveTeams", "inactiveTeams", "leaderboard", "success"],
      competition: COMPETITION,
      "leaderboard.*": ENTRY,
      "inactiveTeams.*": ENTRY.filter((field) => field !== "rank"),
    },
  ],
  getStatus: [
    "/api/competition/status",
    { "": ["active", "competition", "message", "participating", "success"], competition: COMPETITION },
  ],
  getRules: [
    "/api/competition/rules",
    {
      "": ["rules", "success"],
      rules: RULES,
      "rules.availableChains": ["evm", "svm"],
      "rules.portfolioSnapshots": ["interval"],
    },
  ],
  getUpcoming: ["/api/competition/upcoming", { "": ["competitions", "success"], "competitions.*": UPCOMING }],
  executeTrade: [
    "/api/trade/execute",
    { "": ["success", "transaction"], transaction: TRADE },
    { method: "POST", body: { ...swap, reason: "a test" } },
  ],
  getQuote: [
    `/api/trade/quote?${query(swap)}`,
    {
      "": ["chains", "exchangeRate", "fromAmount", "fromToken", "prices", "slippage", "toAmount", "toToken"],
      prices: ["fromToken", "toToken"],
      chains: ["fromChain", "toChain"],
    },
  ],
  getPrice: [
    `/api/price?${query({ token: WETH })}`,
    { "": ["chain", "price", "specificChain", "success", "timestamp", "token"] },
  ],
  getTokenInfo: [
    `/api/price/token-info?${query({ token: SOL })}`,
    { "": ["chain", "price", "specificChain", "success", "token"] },
  ],
  getHealth: ["/api/health", { "": ["status", "timestamp", "uptime", "version"] }],
  getDetailedHealth: [
    "/api/health/detailed",
    { "": ["services", "status", "timestamp", "uptime", "version"], services: SERVICES },
  ],
};

/** The sorted keys of every object within a value, by path; elements of an array share one path. */
function shapeOf(value: unknown, path = "", shape: Record<string, readonly string[]> = {}): Shape {
  const at = (key: string): string => (path === "" ? key : `${path}.${key}`);
  if (Array.isArray(value)) for (const element of value) shapeOf(element, at("*"), shape);
  else if (typeof value === "object" && value !== null) {
    const keys = Object.keys(value).sort();
    if (shape[path] !== undefined) expect(keys).toEqual(shape[path]);
    // An empty object says nothing of its shape (a team without metadata).
    if (keys.length > 0) shape[path] = keys;
    for (const [key, member] of Object.entries(value)) shapeOf(member, at(key), shape);
  }
  return shape;
}

/** A service in which every list has something in it. */
async function busyService(): Promise<TestService> {
  const service = await startService({ competitions: [{ startIn: 0 }, { name: "Later" }], teams: 3 });
  await service.execute(swap);
  service.sandbox.exchange.deactivateTeam(service.sandbox.teams[2]?.teamId ?? "", "too few trades");
  return service;
}

describe("every operation", () => {
  test("there are 16 of them on 15 paths", () => {
    expect(Object.keys(CASES).sort()).toEqual([...OPERATION_IDS].sort());
    expect(new Set(OPERATION_IDS.map((id) => operations[id].path)).size).toBe(15);
  });

  test.each(OPERATION_IDS)(
    "%s answers with exactly the interface's fields, and the contract decodes it",
    async (id) => {
      const service = await busyService();
      const [path, shape, asking] = CASES[id];
      const { status, json } = await service.call(path, asking, id.endsWith("Health") ? null : 0);
      expect(status).toBe(200);
      expect(shapeOf(json)).toEqual(shape);
      expect(() => decodeAnswer(id, json)).not.toThrow();
    },
  );

  test.each(OPERATION_IDS)("%s is described in the document that the service serves", async (id) => {
    const { call } = await startService();
    const { status, json } = await call("/openapi.json", {}, null);
    const { method, path } = operations[id];
    expect(status).toBe(200);
    expect(json).toHaveProperty(["paths", path, method.toLowerCase(), "operationId"], id);
  });
});

test("timestamps are ISO 8601 in UTC, by the service's clock, and so is the Date header", async () => {
  const { read, clock, call } = await startService();
  clock.runUntil(clock.now() + 90_500);
  expect(await read("/api/health")).toMatchObject({
    timestamp: "2025-01-01T00:01:30.500Z",
    uptime: 90.5,
    status: "ok",
  });
  expect((await call("/api/health")).headers.get("date")).toBe("Wed, 01 Jan 2025 00:01:30 GMT");
});

test("the same answers come in process, without a socket", async () => {
  const { sandbox, call } = await startService();
  const headers = { authorization: `Bearer ${sandbox.teams[0]?.apiKey ?? ""}` };
  for (const path of ["/api/account/portfolio", "/api/competition/rules", "/nowhere"]) {
    const over = await call(path);
    const within = await sandbox.handle({ method: "GET", path, headers });
    expect(within).toMatchObject({ status: over.status, body: over.text });
    expect(within.headers["content-type"]).toBe(over.headers.get("content-type"));
  }
  const body = JSON.stringify({ fromToken: USDC, toToken: WETH, amount: "1", reason: "in process" });
  const sent = {
    method: "POST",
    path: "/api/trade/execute",
    headers: { ...headers, "content-type": "application/json" },
  };
  expect((await sandbox.handle({ ...sent, body })).status).toBe(200);
});
