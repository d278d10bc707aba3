import { describe, expect, it } from "vitest";
import { KNOWN_TOKENS } from "../../src/model/known-tokens.js";
import type { SlippageModel } from "../../src/model/slippage.js";
import { TokenRegistry, UnknownTokenError } from "../../src/model/token-registry.js";
import { VenueSettingsError } from "../../src/venue/errors.js";
import { completeSettings, DEFAULT_SETTINGS, type CompetitionSettings } from "../../src/venue/settings.js";

const registry = new TokenRegistry(KNOWN_TOKENS);
const complete = (own: Partial<CompetitionSettings>): CompetitionSettings =>
  completeSettings(registry, DEFAULT_SETTINGS, own);

describe("completeSettings", () => {
  it("gives the public service's rules by default", () => {
    expect(complete({})).toEqual({
      allowCrossChain: false,
      maxTradeShare: 0.25,
      minTradeAmount: "0.000001",
      slippage: "computed",
      startBalances: { "USDC.eth": "5000", "USDC.base": "5000", "USDC.svm": "5000" },
      snapshotIntervalMs: 120_000,
      minTradesPerDay: null,
    });
  });

  it("replaces start balances whole, and writes their tokens by full name", () => {
    expect(complete({ startBalances: { SOL: "1.5" } }).startBalances).toEqual({ "SOL.svm": "1.5" });
  });

  it.each<[string, Partial<CompetitionSettings>]>([
    ["maxTradeShare", { maxTradeShare: 0 }],
    ["maxTradeShare", { maxTradeShare: 1.01 }],
    ["maxTradeShare", { maxTradeShare: Number.NaN }],
    ["minTradeAmount", { minTradeAmount: "0" }],
    ["minTradeAmount", { minTradeAmount: "1e-6" }],
    ["minTradeAmount", { minTradeAmount: "-1" }],
    ["slippage", { slippage: "free" as SlippageModel }],
    ["snapshotIntervalMs", { snapshotIntervalMs: 0 }],
    ["snapshotIntervalMs", { snapshotIntervalMs: Infinity }],
    ["minTradesPerDay", { minTradesPerDay: 0 }],
    ["minTradesPerDay", { minTradesPerDay: 1.5 }],
    ["startBalances.USDC.eth", { startBalances: { "USDC.eth": "-1" } }],
    ["startBalances.USDC.eth", { startBalances: { "USDC.eth": "many" } }],
    ["startBalances.USDC.eth", { startBalances: { "USDC.eth": "1.234567890123456" } }],
    ["startBalances.USDC.eth", { startBalances: { "USDC.eth": "1".padEnd(26, "0") } }],
    ["startBalances.USDC.eth", { startBalances: { "USDC.eth": 5000 as never } }],
    ["startBalances is null", { startBalances: null as never }],
    ["minTradeAmount", { minTradeAmount: 1 as never }],
  ])("refuses a wrong %s and names it", (name, own) => {
    expect(() => complete(own)).toThrow(VenueSettingsError);
    expect(() => complete(own)).toThrow(name);
  });

  it("refuses a start balance of an unknown token, with the nearest name", () => {
    expect(() => complete({ startBalances: { "USDC.ethh": "1" } })).toThrow(UnknownTokenError);
  });
});
