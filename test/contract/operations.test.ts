import { describe, expect, expectTypeOf, test } from "vitest";
import {
  type Answer,
  type Body,
  OPERATION_IDS,
  operations,
  SERVICE_ERRORS,
  type Operation,
  type OperationId,
  type Query,
} from "../../src/contract/index.js";
import { VENUE_READS } from "../../src/model/venue.js";
import { SchemaWriter } from "../../src/contract/documents/json-schema.js";

/** Service-interface, sections 4.1 to 4.6, once more by hand: fields of the request with `*` where required, and of the answer. */
const INTERFACE: Record<OperationId, [method: string, path: string, request: string, answer: string]> = {
  getProfile: ["GET", "/api/account/profile", "", "success team"],
  updateProfile: ["PUT", "/api/account/profile", "contactPerson metadata", "success team"],
  resetApiKey: ["POST", "/api/account/reset-api-key", "", "success apiKey"],
  getBalances: ["GET", "/api/account/balances", "", "success teamId balances"],
  getPortfolio: ["GET", "/api/account/portfolio", "", "success teamId totalValue tokens snapshotTime source"],
  getTrades: ["GET", "/api/account/trades", "", "success teamId trades"],
  getLeaderboard: [
    "GET",
    "/api/competition/leaderboard",
    "competitionId",
    "success competition leaderboard inactiveTeams hasInactiveTeams",
  ],
  getStatus: ["GET", "/api/competition/status", "", "success active competition message participating"],
  getRules: ["GET", "/api/competition/rules", "", "success rules"],
  getUpcoming: ["GET", "/api/competition/upcoming", "", "success competitions"],
  executeTrade: [
    "POST",
    "/api/trade/execute",
    "fromToken* toToken* amount* reason* slippageTolerance fromChain fromSpecificChain toChain toSpecificChain",
    "success transaction",
  ],
  getQuote: [
    "GET",
    "/api/trade/quote",
    "fromToken* toToken* amount* fromChain fromSpecificChain toChain toSpecificChain",
    "fromToken toToken fromAmount toAmount exchangeRate slippage prices chains",
  ],
  getPrice: ["GET", "/api/price", "token* chain specificChain", "success price token chain specificChain timestamp"],
  getTokenInfo: [
    "GET",
    "/api/price/token-info",
    "token* chain specificChain",
    "success price token chain specificChain",
  ],
  getHealth: ["GET", "/api/health", "", "status timestamp uptime version"],
  getDetailedHealth: ["GET", "/api/health/detailed", "", "status timestamp uptime version services"],
};

/** Service-interface, section 2: the fields of every shape. */
const SHAPES = {
  Team: "id name email contactPerson metadata createdAt updatedAt",
  TeamMetadata: "ref description social",
  Balance: "token amount chain specificChain",
  PortfolioToken: "token amount price value chain specificChain",
  Trade:
    "id teamId competitionId fromToken toToken fromAmount toAmount price success error reason timestamp fromChain toChain fromSpecificChain toSpecificChain",
  Competition: "id name description startDate endDate status createdAt updatedAt",
  UpcomingCompetition: "id name description status allowCrossChainTrading createdAt updatedAt",
  LeaderboardEntry: "rank teamId teamName portfolioValue active deactivationReason",
  InactiveTeam: "teamId teamName portfolioValue active deactivationReason",
  Quote: "fromToken toToken fromAmount toAmount exchangeRate slippage prices chains",
  CompetitionRules: "tradingRules rateLimits availableChains slippageFormula portfolioSnapshots",
  Price: "success price token chain specificChain timestamp",
  TokenInfo: "success price token chain specificChain",
  NoPrice: "success",
  NoTokenInfo: "success price token chain specificChain",
  Health: "status timestamp uptime version",
  DetailedHealth: "status timestamp uptime version services",
};

const writer = new SchemaWriter();

function fields(schema: ReturnType<SchemaWriter["write"]>, marked: boolean): string {
  const required = schema.required ?? [];
  return Object.keys(schema.properties ?? {})
    .map((field) => (marked && required.includes(field) ? `${field}*` : field))
    .join(" ");
}

/** The shape itself where the schema refers to one, or to one of several. */
function resolved(schema: ReturnType<SchemaWriter["write"]>): ReturnType<SchemaWriter["write"]> {
  const [first] = schema.anyOf ?? [schema];
  const name = first?.$ref?.split("/").at(-1);
  return (name === undefined ? schema : writer.shapes[name]) ?? {};
}

describe("the operation table", () => {
  test("has 16 operations on 15 paths, each under its own id", () => {
    expect(OPERATION_IDS).toHaveLength(16);
    expect(new Set(OPERATION_IDS.map((id) => operations[id].path)).size).toBe(15);
    for (const id of OPERATION_IDS) expect(operations[id].id).toBe(id);
  });

  test.each(Object.entries(INTERFACE))("%s has the interface's method, path, parameters and fields", (id, row) => {
    const operation: Operation = operations[id as OperationId];
    const [method, path, request, answer] = row;
    const asked = operation.query ?? operation.body;
    expect([operation.method, operation.path]).toEqual([method, path]);
    expect(asked === undefined ? "" : fields(writer.write(asked), true)).toBe(request);
    expect(fields(resolved(writer.write(operation.answer)), false)).toBe(answer);
  });

  test("has the interface's shapes, with all their fields and no others", () => {
    for (const id of OPERATION_IDS) writer.write(operations[id].answer);
    expect(Object.keys(writer.shapes).sort()).toEqual(Object.keys(SHAPES).sort());
    for (const [name, shape] of Object.entries(writer.shapes))
      expect([name, fields(shape, false)]).toEqual([name, SHAPES[name as keyof typeof SHAPES]]);
  });

  test("has one operation for each read of a venue, and shares and repeats no write that must not come twice", () => {
    const rows = Object.values<Operation>(operations);
    const reads = rows.flatMap(({ read }) => read ?? []);
    expect(reads.sort()).toEqual(Object.keys(VENUE_READS).sort());
    const once = rows.filter(({ repeatable }) => !repeatable).map(({ id }) => id);
    expect(once.sort()).toEqual(["executeTrade", "resetApiKey"]);
    for (const { access, method, shared } of rows) {
      expect(access).toBe(method === "GET" ? "read" : "write");
      if (access === "write") expect(shared).toBe(false);
    }
  });

  test("lets only the health checks go without a key, and only those have no refusals", () => {
    const open = OPERATION_IDS.filter((id) => !operations[id].auth);
    expect(open).toEqual(["getHealth", "getDetailedHealth"]);
    for (const id of OPERATION_IDS) {
      const codes: Operation["errors"] = operations[id].errors;
      expect(codes.includes("NO_KEY")).toBe(operations[id].auth);
      expect(codes.includes("RATE_LIMITED")).toBe(operations[id].auth);
      for (const code of codes) expect(SERVICE_ERRORS).toHaveProperty(code);
    }
  });

  test("counts trade, price and account operations against the limits of their paths", () => {
    for (const id of OPERATION_IDS) {
      const { path, scopes }: Operation = operations[id];
      const scope = /^\/api\/(trade|price|account)\b/.exec(path)?.[1];
      expect([id, ...scopes]).toEqual(scope === undefined ? [id] : [id, scope]);
    }
  });

  test("takes the blockchain types and specific chains of the interface in price queries, and no others", () => {
    const { query } = operations.getPrice;
    expect(query.safeParse({ token: "0x1", chain: "evm", specificChain: "mantle" }).success).toBe(true);
    expect(query.safeParse({ token: "0x1", chain: "eth" }).success).toBe(false);
    expect(query.safeParse({ token: "0x1", specificChain: "evm" }).success).toBe(false);
    expect(query.safeParse({ token: ["0x1", "0x2"] }).success).toBe(false);
  });

  test("takes amounts as strings only, and keeps what a team adds to its metadata", () => {
    const swap = { fromToken: "a", toToken: "b", reason: "c" };
    expect(operations.executeTrade.body.safeParse({ ...swap, amount: "1" }).success).toBe(true);
    expect(operations.executeTrade.body.safeParse({ ...swap, amount: 1 }).success).toBe(false);
    const kept = { contactPerson: "Ann", metadata: { mood: "good", ref: { name: "bot", license: "MIT" } } };
    expect(operations.updateProfile.body.parse({ ...kept, id: "mine" })).toEqual(kept);
    expect(operations.updateProfile.body.safeParse({ metadata: "none" }).success).toBe(false);
    expect(operations.updateProfile.body.safeParse({ contactPerson: 5 }).success).toBe(false);
  });

  test("gives the client its types", () => {
    expectTypeOf<Query<"getProfile">>().toEqualTypeOf<undefined>();
    expectTypeOf<Body<"getQuote">>().toEqualTypeOf<undefined>();
    expectTypeOf<Query<"getLeaderboard">>().toEqualTypeOf<{ competitionId?: string | undefined }>();
    expectTypeOf<Body<"executeTrade">["reason"]>().toEqualTypeOf<string>();
    expectTypeOf<Answer<"getTrades">["trades"][number]["timestamp"]>().toEqualTypeOf<number>();
    expectTypeOf<Answer<"getStatus">["participating"]>().toEqualTypeOf<boolean | null>();
  });
});
