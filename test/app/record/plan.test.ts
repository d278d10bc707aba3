import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ContenderError } from "../../../src/core/errors.js";
import { recordPlan, type RecordFlags } from "../../../src/app/record/plan.js";
import { checkedUse } from "../../../src/app/record/planned-use.js";
import { statusText } from "../../../src/app/record/tell-status.js";
import { useText } from "../../../src/app/tell-use.js";
import { effectiveLimits } from "../../../src/gateway/index.js";
import { KNOWN_TOKENS } from "../../../src/model/known-tokens.js";
import { PriceBoard } from "../../../src/model/price-board.js";
import { TokenRegistry } from "../../../src/model/token-registry.js";

const registry = new TokenRegistry(KNOWN_TOKENS);
const plan = (flags: RecordFlags, usual: readonly string[] = []) => recordPlan(flags, usual, registry);
const PUBLIC = effectiveLimits([]);

/** What an error advises; null where there is none. */
function remedyOf(check: () => unknown): string | null {
  try {
    check();
    return null;
  } catch (error) {
    return error instanceof ContenderError ? error.remedy : "";
  }
}

describe("D a recording's plan", () => {
  it("takes what the strategies trade where no token is named, and the tokens of pairs in any case", () => {
    expect(plan({}, ["WETH.eth"])).toEqual({
      ...{
        tokens: ["WETH.eth"],
        every: 30_000,
        pairs: [],
        sizes: [100, 1_000, 10_000],
        quotesEvery: 300_000,
        lasts: null,
      },
    });
    const flags = { tokens: "WBTC.eth, WETH.eth,WBTC.eth", quotes: "USDC.eth/WETH.eth", sizes: "500,50", for: "3d" };
    expect(plan(flags, ["SOL.svm"])).toMatchObject({
      tokens: ["WBTC.eth", "WETH.eth", "USDC.eth"],
      pairs: [["USDC.eth", "WETH.eth"]],
      sizes: [50, 500],
      lasts: 3 * 86_400_000,
    });
  });

  it.each<[string, RecordFlags, RegExp]>([
    ["no token at all", {}, /nothing to record/],
    ["a token that nobody knows", { tokens: "WETH.ehh" }, /WETH\.ehh/],
    ["no pair", { tokens: "WETH.eth", quotes: "WETH.eth" }, /"WETH\.eth" is not a pair/],
    ["three tokens", { tokens: "WETH.eth", quotes: "WETH.eth/USDC.eth/WBTC.eth" }, /is not a pair/],
    ["a pair of one token", { quotes: "WETH.eth/WETH.eth" }, /twice/],
    ["sizes that are none", { quotes: "USDC.eth/WETH.eth", sizes: "100,-5" }, /not a list of sizes in USD/],
    ["sizes without quotes", { tokens: "WETH.eth", sizes: "100" }, /--sizes needs --quotes/],
    ["a period of no quotes", { tokens: "WETH.eth", quotesEvery: "1m" }, /--quotes-every needs --quotes/],
    ["no time at all", { tokens: "WETH.eth", for: "0s" }, /--for: 0s is not above 0/],
    ["sizes of nothing", { quotes: "USDC.eth/WETH.eth", sizes: "," }, /not a list of sizes in USD/],
    ["a period that is none", { tokens: "WETH.eth", every: "soon" }, /--every: "soon" is not a duration/],
    ["a period that is too short", { tokens: "WETH.eth", every: "100ms" }, /--every: 100ms is not between 1s and 1d/],
    ["a time that is none", { tokens: "WETH.eth", for: "3 days" }, /--for/],
  ])("refuses %s", (_what, flags, says) => {
    expect(() => plan(flags)).toThrow(says);
  });

  it("says what share of the limits it uses, the tightest first", () => {
    const [tightest] = checkedUse(plan({ tokens: "WETH.eth,WBTC.eth,SOL.svm", every: "10s" }), PUBLIC);
    expect(tightest).toMatchObject({ operation: "getPrice", planned: 18, share: 0.18 });
    expect(tightest && useText(tightest)).toBe("18% (18 of 100 getPrice requests per 1m)");
  });

  it("refuses what cannot fit, and names periods that would", () => {
    const tokens = "WETH.eth,WBTC.eth,SOL.svm";
    const often = plan({ tokens, every: "1s" });
    expect(() => checkedUse(often, PUBLIC)).toThrow(
      expect.objectContaining({ remedy: expect.stringContaining("--every 2s") as string }),
    );
    const quotes = plan({ tokens, quotes: "USDC.eth/WETH.eth,WETH.eth/USDC.eth", quotesEvery: "2s" });
    expect(() => checkedUse(quotes, PUBLIC)).toThrow(
      expect.objectContaining({ remedy: expect.stringMatching(/^--quotes-every \ds would fit/) as string }),
    );
  });

  it("names periods that do fit, whatever is asked for", () => {
    const seconds = fc.integer({ min: 1, max: 20 });
    fc.assert(
      fc.property(seconds, seconds, fc.integer({ min: 1, max: 40 }), (every, quotesEvery, count) => {
        const sizes = Array.from({ length: count }, (_, i) => i + 1).join(",");
        const flags = { tokens: "WETH.eth,SOL.svm", quotes: "USDC.eth/WETH.eth", sizes };
        const asked = plan({ ...flags, every: `${every}s`, quotesEvery: `${quotesEvery}s` });
        const remedy = remedyOf(() => checkedUse(asked, PUBLIC));
        if (remedy === null) return;
        const said = (flag: string, usual: number): string =>
          new RegExp(`${flag} (\\S+)`).exec(remedy)?.[1] ?? `${usual}s`;
        const fitting = { every: said("--every", every), quotesEvery: said("--quotes-every", quotesEvery) };
        expect(remedyOf(() => checkedUse(plan({ ...flags, ...fitting }), PUBLIC))).toBeNull();
      }),
      { numRuns: 100 },
    );
  });

  it("prints its state in a line: rows, last prices, troubles, requests left", () => {
    const board = new PriceBoard();
    board.record({ token: "WETH.eth", usd: 2_000.5, readAt: 0 });
    const recorded = { prices: 12, quotes: 3, missed: 1, failed: 2, outages: [] };
    expect(statusText({ recorded, board, left: { price: 280, trade: null, account: null, all: 2_900 } })).toBe(
      "12 prices and 3 quotes so far (WETH.eth 2000.5); 1 rounds were skipped because of the rate limits; 2 readings failed; requests left: price 280, all 2900",
    );
  });
});
