import { describe, expect, test } from "vitest";
import { decodeAnswer, encodeAnswer, type OperationId } from "../../src/contract/index.js";
import { NOW_MS, SAMPLES } from "./samples.js";

const [balance] = SAMPLES.getBalances.balances;
const [trade] = SAMPLES.getTrades.trades;
const [standing] = SAMPLES.getLeaderboard.leaderboard;
const [upcoming] = SAMPLES.getUpcoming.competitions;
const { competition } = SAMPLES.getStatus;

const statusWith = (fields: object) => decodeAnswer("getStatus", { ...SAMPLES.getStatus, ...fields });
const stateOf = (status: string) => statusWith({ competition: { ...competition, status } }).competition?.status;
const priceWith = (fields: object) => decodeAnswer("getPrice", { ...SAMPLES.getPrice, ...fields });

/** The value without a field, as a service that leaves it out would send it. */
function without(value: object, ...fields: string[]): object {
  return Object.fromEntries(Object.entries(value).filter(([field]) => !fields.includes(field)));
}

describe("the interface as written", () => {
  test.each(Object.entries(SAMPLES))("%s decodes", (id, sample) => {
    expect(() => decodeAnswer(id as OperationId, sample)).not.toThrow();
  });

  test("times become epoch milliseconds, states and chains lower case, numbers stay as they are", () => {
    const { transaction } = decodeAnswer("executeTrade", SAMPLES.executeTrade);
    expect(transaction).toEqual({ ...trade, error: null, timestamp: NOW_MS });
    expect(stateOf("ACTIVE")).toBe("active");
    expect(priceWith({})).toMatchObject({ chain: "evm", specificChain: "eth", timestamp: NOW_MS });
  });

  test("a time with an offset is the same instant", () => {
    expect(priceWith({ timestamp: "2025-05-02T12:11:12.345+02:00" })).toMatchObject({ timestamp: NOW_MS });
  });
});

describe("status answers of the public service", () => {
  test("with no active competition: competition null, no participating", () => {
    const answer = { success: true, active: false, competition: null, message: "No active competition found" };
    expect(decodeAnswer("getStatus", answer)).toEqual({ ...answer, participating: null });
  });

  test("with no active competition: competition left out", () => {
    expect(decodeAnswer("getStatus", { success: true, active: false }).competition).toBeNull();
  });

  test("active with this team: no message", () => {
    expect(decodeAnswer("getStatus", without(SAMPLES.getStatus, "message"))).toMatchObject({
      message: null,
      participating: true,
    });
  });

  test("active without this team: a competition of four fields, no participating", () => {
    const { id, name, status, startDate } = competition;
    const answer = { success: true, active: true, competition: { id, name, status, startDate }, message: "not in it" };
    expect(decodeAnswer("getStatus", answer)).toEqual({
      ...answer,
      participating: null,
      competition: {
        id,
        name,
        status: "active",
        startDate: Date.parse(startDate),
        description: null,
        endDate: null,
        createdAt: null,
        updatedAt: null,
      },
    });
  });

  test("a competition that has not begun has neither start nor end", () => {
    const pending = { ...competition, status: "PENDING", startDate: null, endDate: null };
    expect(statusWith({ competition: pending }).competition).toMatchObject({ status: "pending", startDate: null });
  });

  test.each([
    ["pending", "pending"],
    ["Active", "active"],
    ["completed", "completed"],
    ["ENDING", "ending"],
    ["ended", "ended"],
    ["paused", "other"],
    ["", "other"],
  ])("the state %j is read as %s", (sent, read) => {
    expect(stateOf(sent)).toBe(read);
  });
});

describe("real-world quirks", () => {
  test("1: balances carry tokenAddress in place of token, and more fields", () => {
    const { token, ...rest } = balance;
    const sent = { id: 7, teamId: "t", tokenAddress: token, ...rest, createdAt: "now", updatedAt: null };
    expect(decodeAnswer("getBalances", { ...SAMPLES.getBalances, balances: [sent] }).balances).toEqual([balance]);
  });

  test("1: where a balance has both, the interface's name counts", () => {
    const sent = { ...balance, tokenAddress: "0x1" };
    const balances = [sent, { ...sent, token: null }];
    expect(decodeAnswer("getBalances", { ...SAMPLES.getBalances, balances }).balances).toEqual([
      balance,
      { ...balance, token: "0x1" },
    ]);
  });

  test("2: chains come in any case, in every answer that has one", () => {
    const loud = { ...balance, chain: "EVM", specificChain: "ETH" };
    expect(decodeAnswer("getBalances", { ...SAMPLES.getBalances, balances: [loud] }).balances).toEqual([balance]);
    expect(priceWith({ chain: "svm", specificChain: "SVM" })).toMatchObject({ chain: "svm", specificChain: "svm" });
    const chains = { fromChain: "EVM", toChain: "Svm" };
    expect(decodeAnswer("getQuote", { ...SAMPLES.getQuote, chains }).chains).toEqual({
      fromChain: "evm",
      toChain: "svm",
    });
    const upper = { fromChain: "EVM", toChain: "EVM", fromSpecificChain: "ETH", toSpecificChain: "Eth" };
    expect(decodeAnswer("getTrades", { ...SAMPLES.getTrades, trades: [{ ...trade, ...upper }] }).trades).toEqual([
      { ...trade, error: null, timestamp: NOW_MS },
    ]);
  });

  test("3: a price answer without token and timestamp, with price and specificChain null", () => {
    const sent = { success: true, price: null, chain: "EVM", specificChain: null };
    expect(decodeAnswer("getPrice", sent)).toEqual({
      success: true,
      price: null,
      token: null,
      chain: "evm",
      specificChain: null,
      timestamp: null,
    });
  });

  test("3: token information with price and specificChain null", () => {
    const sent = { ...SAMPLES.getTokenInfo, price: null, specificChain: null };
    expect(decodeAnswer("getTokenInfo", sent)).toMatchObject({ price: null, specificChain: null });
  });

  test("4: a quote's prices are objects", () => {
    const price = (usd: number | null) => ({ price: usd, token: "0x1", timestamp: "now", chain: "evm" });
    const read = (prices: object) => decodeAnswer("getQuote", { ...SAMPLES.getQuote, prices }).prices;
    expect(read({ fromToken: price(1), toToken: price(3200.5) })).toEqual({ fromToken: 1, toToken: 3200.5 });
    expect(read({ fromToken: 1, toToken: price(null) })).toEqual({ fromToken: 1, toToken: null });
    expect(read({ fromToken: null })).toEqual({ fromToken: null, toToken: null });
  });

  test("5: a trade's error is null, or not there", () => {
    const read = (sent: object) => decodeAnswer("getTrades", { ...SAMPLES.getTrades, trades: [sent] }).trades[0];
    expect(read({ ...trade, error: null })).toMatchObject({ error: null });
    expect(read(without(trade, "error", "reason"))).toMatchObject({ error: null, reason: null });
    expect(read({ ...trade, success: false, error: "no" })).toMatchObject({ success: false, error: "no" });
  });

  test("5: descriptions, end dates and deactivation reasons are null or not there", () => {
    const bare = without({ ...competition, description: null }, "endDate");
    const sent = {
      ...SAMPLES.getLeaderboard,
      competition: bare,
      leaderboard: [without(standing, "deactivationReason")],
    };
    const read = decodeAnswer("getLeaderboard", sent);
    expect(read.competition).toMatchObject({ description: null, endDate: null });
    expect(read.leaderboard).toEqual([standing]);
    const quiet = { ...upcoming, description: null };
    expect(decodeAnswer("getUpcoming", { success: true, competitions: [quiet] }).competitions[0]).toMatchObject({
      description: null,
      status: "pending",
    });
  });

  test.each([[null], [undefined], [{}], [{ anything: [1, { at: "all" }] }], ["text"], [5]])(
    "5: metadata is %j",
    (metadata) => {
      const sent = { success: true, team: { ...SAMPLES.getProfile.team, metadata } };
      expect(decodeAnswer("getProfile", sent).team.metadata).toEqual(metadata ?? null);
    },
  );

  test("6: a portfolio computed for the answer has no snapshotTime", () => {
    const sent = without({ ...SAMPLES.getPortfolio, source: "live-calculation" }, "snapshotTime");
    expect(decodeAnswer("getPortfolio", sent)).toMatchObject({ snapshotTime: null, source: "live-calculation" });
  });

  test("6: a portfolio's EVM tokens have no specific chain, which the sandbox as documented never sends", () => {
    const [held] = SAMPLES.getPortfolio.tokens;
    const sent = { ...SAMPLES.getPortfolio, tokens: [without(held, "specificChain")] };
    const read = decodeAnswer("getPortfolio", sent);
    expect(read.tokens[0]).toMatchObject({ specificChain: null });
    expect(() => encodeAnswer("getPortfolio", read)).toThrow("does not allow null");
  });

  test.each(Object.entries(SAMPLES))("7: %s may carry fields that nobody knows, at any depth", (id, sample) => {
    const more = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(more);
      if (typeof value !== "object" || value === null) return value;
      return {
        ...Object.fromEntries(Object.entries(value).map(([key, member]) => [key, more(member)])),
        extra: { a: 1 },
      };
    };
    const plain = decodeAnswer(id as OperationId, sample);
    const read = decodeAnswer(id as OperationId, more(sample));
    // A team's metadata is its own: there, and only there, what is added is kept.
    if (!("team" in read)) expect(read).toEqual(plain);
  });

  test("8: a held token without a price says 0 or null, which is no price", () => {
    const [held] = SAMPLES.getPortfolio.tokens;
    const read = (price: unknown) =>
      decodeAnswer("getPortfolio", { ...SAMPLES.getPortfolio, tokens: [{ ...held, price, value: 0 }] }).tokens[0];
    expect(read(0)).toMatchObject({ price: null, value: 0 });
    expect(read(null)).toMatchObject({ price: null });
  });

  test("9: success false with 200 is no price, never price 0", () => {
    expect(decodeAnswer("getPrice", { success: false })).toEqual({ success: false });
    expect(decodeAnswer("getPrice", { success: false, price: 0, error: "unknown" })).toEqual({ success: false });
    expect(priceWith({ price: 0 })).toMatchObject({ price: null });
  });

  test("9: success false of token information has price and specific chain null", () => {
    const sent = { success: false, price: null, token: "0x1", chain: "evm", specificChain: null };
    expect(decodeAnswer("getTokenInfo", sent)).toEqual(sent);
    expect(decodeAnswer("getTokenInfo", { ...sent, price: 0, specificChain: "eth" })).toEqual(sent);
    expect(decodeAnswer("getTokenInfo", { success: false })).toEqual({ ...sent, token: null, chain: null });
  });
});
