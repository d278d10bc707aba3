import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeAnswer, DecodeError, OPERATION_IDS, type OperationId } from "../../src/contract/index.js";
import { SAMPLES } from "./samples.js";

const refusal = (id: OperationId, json: unknown): DecodeError => {
  try {
    decodeAnswer(id, json);
  } catch (error) {
    if (error instanceof DecodeError) return error;
    throw error;
  }
  throw new Error(`${JSON.stringify(json)} was accepted as ${id}`);
};

const [balance] = SAMPLES.getBalances.balances;
const [trade] = SAMPLES.getTrades.trades;
const balancesWith = (fields: object) => ({ ...SAMPLES.getBalances, balances: [balance, { ...balance, ...fields }] });
const tradesWith = (fields: object) => ({ ...SAMPLES.getTrades, trades: [{ ...trade, ...fields }] });

describe("an answer that does not fit", () => {
  test("is refused by an error that names the operation, the place and a remedy", () => {
    const error = refusal("getBalances", balancesWith({ amount: "5000" }));
    expect(error).toMatchObject({ code: "DECODE", operation: "getBalances" });
    expect(error.message).toMatch(/getBalances[^]*expected number, received string[^]*balances\[1\]\.amount/);
    expect(error.remedy).toMatch(/base URL/);
  });

  test("names a few of many faults, and counts the others", () => {
    const balances = Array.from({ length: 1_000 }, () => ({ ...balance, amount: null }));
    const { problems } = refusal("getBalances", { ...SAMPLES.getBalances, balances });
    expect(problems).toMatch(/balances\[4\]\.amount\n… and 995 more$/);
    expect(problems).not.toContain("balances[5]");
  });

  test("never repeats a key in the error", () => {
    const key = "0123456789abcdef_fedcba9876543210";
    for (const answer of [
      { success: key, apiKey: key },
      { success: true, apiKey: [key] },
    ])
      expect(JSON.stringify([refusal("resetApiKey", answer), refusal("resetApiKey", answer).message])).not.toContain(
        key,
      );
  });

  test.each([
    ["an infinite amount", JSON.parse('{"amount":1e999}') as object],
    ["a negative amount", { amount: -1 }],
    ["a missing amount", { amount: undefined }],
    ["an amount that is null", { amount: null }],
    ["no token", { token: undefined }],
    ["an empty token", { token: "" }],
    ["a token that is a page long", { token: "x".repeat(501) }],
    ["a token that is a number", { token: 5 }],
    ["an alias that is a number", { token: undefined, tokenAddress: 5 }],
    ["a chain that is a list", { chain: ["evm"] }],
    ["no specific chain", { specificChain: null }],
  ])("%s in a balance is refused", (_case, fields) => {
    expect(refusal("getBalances", balancesWith(fields)).problems).toContain("balances[1]");
  });

  test.each([
    ["a date that is none", "yesterday"],
    ["an empty date", ""],
    ["the 31st of February", "2025-02-31T00:00:00Z"],
    ["a 25th hour", "2025-02-01T25:00:00Z"],
    ["a date without a zone", "2025-02-01T00:00:00"],
    ["a date without a time", "2025-02-01"],
    ["epoch milliseconds", 1_746_000_000_000],
    ["null where a trade was made", null],
    ["a time before 1970", "1969-12-31T23:59:59Z"],
  ])("%s is refused", (_case, timestamp) => {
    expect(refusal("getTrades", tradesWith({ timestamp })).problems).toContain("trades[0].timestamp");
  });

  test("negative and infinite prices are refused wherever one is sent", () => {
    for (const price of [-1, JSON.parse("1e999") as number, "3200", true]) {
      expect(refusal("getPrice", { ...SAMPLES.getPrice, price }).problems).toContain("price");
      expect(refusal("getTokenInfo", { ...SAMPLES.getTokenInfo, price }).problems).toContain("price");
      expect(refusal("getTrades", tradesWith({ price })).problems).toContain("price");
      const prices = { fromToken: 1, toToken: { price } };
      expect(refusal("getQuote", { ...SAMPLES.getQuote, prices }).problems).toContain("prices.toToken");
      const [held] = SAMPLES.getPortfolio.tokens;
      const portfolio = { ...SAMPLES.getPortfolio, tokens: [{ ...held, price }] };
      expect(refusal("getPortfolio", portfolio).problems).toContain("tokens[0].price");
    }
  });

  test("success false is refused where the service has no such answer", () => {
    for (const id of OPERATION_IDS.filter((one) => "success" in SAMPLES[one] && !/^get(Price|TokenInfo)$/.test(one)))
      expect(refusal(id, { ...SAMPLES[id], success: false }).problems).toContain("success");
  });

  test("a rank below 1 or between two ranks is refused", () => {
    for (const rank of [0, -1, 1.5, "1", undefined]) {
      const leaderboard = [{ ...SAMPLES.getLeaderboard.leaderboard[0], rank }];
      expect(refusal("getLeaderboard", { ...SAMPLES.getLeaderboard, leaderboard }).problems).toContain("rank");
    }
  });

  test.each(OPERATION_IDS)("%s refuses what is not an object", (id) => {
    for (const json of [undefined, null, "", "ok", 5, true, [], [SAMPLES[id]], {}])
      expect(refusal(id, json)).toBeDefined();
  });

  test("any JSON decodes or is refused by a DecodeError, and touches no prototype", () => {
    fc.assert(
      fc.property(fc.constantFrom(...OPERATION_IDS), fc.jsonValue(), (id, json) => {
        try {
          decodeAnswer(id, json);
        } catch (error) {
          expect(error).toBeInstanceOf(DecodeError);
        }
      }),
    );
    const team = { ...SAMPLES.getProfile.team, metadata: JSON.parse('{"__proto__": {"polluted": true}}') as unknown };
    decodeAnswer("getProfile", { success: true, team });
    expect({}).not.toHaveProperty("polluted");
  });

  test("saved metadata that is nested too deeply to be written again is refused", () => {
    const metadata = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`);
    const profile = (levels: number) => ({
      ...SAMPLES.getProfile,
      team: { ...SAMPLES.getProfile.team, metadata: metadata(levels) },
    });
    expect(decodeAnswer("getProfile", profile(60)).team.metadata).toBeDefined();
    expect(refusal("getProfile", profile(10_000)).problems).toContain("metadata");
  });

  test("any one field of another type is refused", () => {
    const paths = OPERATION_IDS.flatMap((id) => leaves(SAMPLES[id]).map((path) => [id, path] as const));
    expect(paths.length).toBeGreaterThan(120);
    for (const [id, path] of paths) {
      if (path.includes("metadata")) continue;
      const wrong = replaced(SAMPLES[id], path, (old) =>
        typeof old === "number" || typeof old === "boolean" ? "5" : 5,
      );
      expect([path, refusal(id, wrong).code]).toEqual([path, "DECODE"]);
    }
  });
});

/** The paths of all values that are neither objects nor lists. */
function leaves(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [[...path]];
  return Object.entries(value).flatMap(([key, member]) => leaves(member, [...path, key]));
}

function replaced(value: unknown, [key, ...rest]: readonly string[], by: (old: unknown) => unknown): unknown {
  if (key === undefined) return by(value);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]: [string, unknown]): [string, unknown] => [
    name,
    name === key ? replaced(member, rest, by) : member,
  ]);
  return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members);
}
