import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cashReserve } from "../../src/risk/cash-reserve.js";
import { competitionCap } from "../../src/risk/competition-cap.js";
import { dailyTrades } from "../../src/risk/daily-trades.js";
import { minimumTrade } from "../../src/risk/minimum.js";
import { pairCooldown } from "../../src/risk/pair-cooldown.js";
import { largestWithin, maxSlippage, worstSlippagePercent } from "../../src/risk/slippage.js";
import { tokensAllowed } from "../../src/risk/tokens-allowed.js";
import { maxTradeShare } from "../../src/risk/max-trade-share.js";
import { maxTradeUsd } from "../../src/risk/max-trade-usd.js";
import { SLIPPAGE_MODELS } from "../../src/model/slippage.js";
import { divideDoubles } from "../../src/core/number/decimal.js";
import type { Control } from "../../src/model/trade-risk.js";
import { RULES } from "../execution/world.js";
import { context, draft, quote } from "./support.js";

const approved = { verdict: "approved" };

describe("the largest trade", () => {
  it("cuts an entry to its USD, and only divides an exit", () => {
    const control = maxTradeUsd(1000, 1);
    expect(control.assess(draft("CASH", "TOKEN", 1000), context())).toEqual(approved);
    const cut = control.assess(draft("CASH", "TOKEN", 1000.01), context());
    expect(cut).toMatchObject({
      verdict: "cut",
      code: "MAX_TRADE",
      reason: "$1000.01 is above the largest trade of $1000.00",
    });
    expect(cut.verdict === "cut" && cut.amount.toFixed()).toBe("1000");
    expect(control.assess(draft("OTHER", "TOKEN", 1000), context())).toMatchObject({ verdict: "cut" });
    expect(control.assess(draft("TOKEN", "CASH", 1000), context())).toEqual(approved);
    expect(control.largestPart?.(draft("TOKEN", "CASH", 1000), context())).toBe(1000);
  });

  it("cuts an entry to its share of equity", () => {
    const control = maxTradeShare(0.05, 1);
    expect(control.assess(draft("CASH", "TOKEN", 500), context())).toEqual(approved);
    expect(control.assess(draft("CASH", "TOKEN", 501), context())).toMatchObject({
      verdict: "cut",
      code: "MAX_TRADE_SHARE",
    });
    expect(control.assess(draft("CASH", "TOKEN", 501), context({ equity: 0 }))).toMatchObject({ verdict: "refused" });
    expect(control.assess(draft("TOKEN", "CASH", 501), context())).toEqual(approved);
  });
});

describe("the competition's cap", () => {
  const control = competitionCap(0.02);

  it("divides by the cap less the margin, and not at all where the rules name none", () => {
    expect(control.assess(draft("CASH", "TOKEN", 9999), context())).toEqual(approved);
    expect(control.largestPart?.(draft("CASH", "TOKEN", 1), context())).toBeCloseTo(2450, 9);
    expect(
      control.largestPart?.(draft("CASH", "TOKEN", 1), context({ rules: { ...RULES, maxTradeShare: null } })),
    ).toBe(Infinity);
  });

  it("refuses just before sending what lies above it by then, exits too", () => {
    expect(control.atSending?.(draft("CASH", "TOKEN", 2500), quote(0), context())).toEqual(approved);
    expect(control.atSending?.(draft("CASH", "TOKEN", 2510), quote(0), context())).toMatchObject({ code: "OVER_CAP" });
    expect(control.atSending?.(draft("TOKEN", "CASH", 251), quote(0), context())).toMatchObject({ code: "OVER_CAP" });
  });
});

describe("the largest slippage", () => {
  it("cuts an entry to the size that stays within at the unluckiest draw", () => {
    const control = maxSlippage(1, 1);
    const cut = control.assess(draft("CASH", "TOKEN", 5000), context());
    expect(cut).toMatchObject({ verdict: "cut", code: "MAX_SLIPPAGE" });
    expect(cut.verdict === "cut" && worstSlippagePercent("computed", cut.amount.toNumber())).toBeCloseTo(1, 9);
    expect(control.assess(draft("CASH", "TOKEN", 1800), context())).toEqual(approved);
    expect(control.assess(draft("TOKEN", "CASH", 5000), context())).toEqual(approved);
    expect(control.largestPart?.(draft("TOKEN", "CASH", 5000), context())).toBeCloseTo(1818.18, 1);
  });

  it("refuses an entry whose fresh quote is worse, never an exit", () => {
    const control = maxSlippage(1, 1);
    expect(control.atSending?.(draft("CASH", "TOKEN", 1), quote(1), context())).toEqual(approved);
    expect(control.atSending?.(draft("CASH", "TOKEN", 1), quote(1.01), context())).toMatchObject({
      code: "MAX_SLIPPAGE",
    });
    expect(control.atSending?.(draft("CASH", "TOKEN", 1), quote(Number.NaN), context())).toMatchObject({
      code: "MAX_SLIPPAGE",
    });
    expect(control.atSending?.(draft("TOKEN", "CASH", 1), quote(9), context())).toEqual(approved);
  });

  it("finds the edge of every formula, and nothing where even the smallest trade slips more", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SLIPPAGE_MODELS),
        fc.double({ min: 0.01, max: 14, noNaN: true }),
        (model, percent) => {
          const edge = largestWithin(model, percent);
          if (edge === 0) expect(worstSlippagePercent(model, 0.01)).toBeGreaterThan(percent);
          else {
            expect(worstSlippagePercent(model, edge)).toBeLessThanOrEqual(percent);
            expect(worstSlippagePercent(model, edge * 1.001 + 0.01)).toBeGreaterThan(percent);
          }
        },
      ),
    );
    expect(largestWithin("log", 0.01)).toBe(0);
    expect(largestWithin("computed", 100)).toBe(Infinity);
    // It never charges more than 15 %.
    expect([14.9, 15, 17].map((percent) => Number.isFinite(largestWithin("log", percent)))).toEqual([
      true,
      false,
      false,
    ]);
    expect(maxSlippage(0.01, 1).assess(draft("CASH", "TOKEN", 5), context({ slippage: "log" }))).toMatchObject({
      verdict: "refused",
    });
    expect(maxSlippage(0.01, 1).largestPart?.(draft("TOKEN", "CASH", 5), context({ slippage: "log" }))).toBe(Infinity);
  });
});

describe("activity", () => {
  it("waits the seconds of a pair, but for exits and for parts of the same trade", () => {
    const control = pairCooldown(60);
    const recent = context({ lastTradeOf: () => 1_000_000 - 59_999 });
    expect(control.assess(draft("CASH", "TOKEN", 1), recent)).toMatchObject({ verdict: "refused", code: "TOO_SOON" });
    expect(control.assess(draft("CASH", "TOKEN", 1), context({ lastTradeOf: () => 1_000_000 - 60_000 }))).toEqual(
      approved,
    );
    expect(control.assess(draft("CASH", "TOKEN", 1), context())).toEqual(approved);
    expect(control.assess(draft("TOKEN", "CASH", 1), recent)).toEqual(approved);
    expect(control.assess(draft("CASH", "TOKEN", 1, { continues: true }), recent)).toEqual(approved);
  });

  it("ends at the most trades a day, but for exits and for parts of the same trade", () => {
    const control = dailyTrades(3);
    expect(control.assess(draft("CASH", "TOKEN", 1), context({ tradesToday: 2 }))).toEqual(approved);
    expect(control.assess(draft("CASH", "TOKEN", 1), context({ tradesToday: 3 }))).toMatchObject({
      code: "MAX_TRADES_PER_DAY",
    });
    expect(control.assess(draft("TOKEN", "CASH", 1), context({ tradesToday: 3 }))).toEqual(approved);
    expect(control.assess(draft("CASH", "TOKEN", 1, { continues: true }), context({ tradesToday: 3 }))).toEqual(
      approved,
    );
  });
});

describe("the cash reserve", () => {
  it("cuts what buys with cash to what it leaves, and refuses where it leaves nothing", () => {
    const control = cashReserve(0.4);
    expect(control.assess(draft("CASH", "TOKEN", 1000), context())).toEqual(approved);
    const cut = control.assess(draft("CASH", "TOKEN", 1200), context());
    expect(cut).toMatchObject({ verdict: "cut", code: "CASH_RESERVE" });
    expect(cut.verdict === "cut" && cut.amount.toFixed()).toBe("1000");
    expect(control.assess(draft("CASH", "TOKEN", 1), context({ cash: 4000 }))).toMatchObject({ verdict: "refused" });
    for (const [from, to] of [
      ["CASH", "CASH2"],
      ["TOKEN", "CASH"],
      ["TOKEN", "OTHER"],
    ] as const)
      expect(control.assess(draft(from, to, 400), context({ cash: 0 }))).toEqual(approved);
  });
});

describe("the tokens allowed", () => {
  it("limit what is bought, never what is sold, and never cash", () => {
    const control = tokensAllowed(["TOKEN"]);
    expect(control.assess(draft("CASH", "TOKEN", 1), context())).toEqual(approved);
    const reason = "OTHER is not among the tokens that may be bought: TOKEN";
    expect(control.assess(draft("CASH", "OTHER", 1), context())).toMatchObject({ code: "TOKEN_NOT_ALLOWED", reason });
    expect(control.assess(draft("OTHER", "TOKEN", 1), context())).toEqual(approved);
    expect(control.assess(draft("OTHER", "CASH", 1), context())).toEqual(approved);
  });
});

describe("the smallest trade", () => {
  it("is the competition's in tokens and ours in USD, for exits too", () => {
    const control = minimumTrade(1);
    expect(control.assess(draft("CASH", "TOKEN", 1), context())).toEqual(approved);
    expect(control.assess(draft("CASH", "TOKEN", 0.99), context())).toMatchObject({ code: "BELOW_MINIMUM" });
    expect(control.assess(draft("TOKEN", "CASH", 0.09), context())).toMatchObject({ code: "BELOW_MINIMUM" });
    const reason = "0.0000001 TOKEN is below the competition's minimum of 0.000001";
    expect(control.assess(draft("TOKEN", "CASH", "0.0000001"), context())).toMatchObject({ reason });
    expect(
      minimumTrade(0).assess(
        draft("TOKEN", "CASH", "0.0000001"),
        context({ rules: { ...RULES, minTradeAmount: null } }),
      ),
    ).toEqual(approved);
  });

  it("lets pass what was sized to be worth exactly it, whatever the last digit of the double", () => {
    for (const price of [0.9998, 0.999_37, 2003.7, 89_123.456]) {
      const priced = context({ usd: () => price });
      const amount = divideDoubles(5, price).toFixed();
      expect(minimumTrade(5).assess(draft("CASH", "TOKEN", amount), priced)).toEqual(approved);
    }
    expect(divideDoubles(5, 2003.7).toNumber() * 2003.7).toBeLessThan(5);
  });
});

describe("what a control says", () => {
  it("has as many digits as it takes to see what differs", () => {
    const reasonOf = (control: Control, amount: string): unknown =>
      control.assess(draft("CASH", "TOKEN", amount), context());
    expect(reasonOf(minimumTrade(1), "0.999999")).toMatchObject({
      reason: "$0.999999 is below the smallest trade of $1.000000",
    });
    expect(reasonOf(maxTradeUsd(1000, 1), "1000.0004")).toMatchObject({
      reason: "$1000.0004 is above the largest trade of $1000.0000",
    });
    expect(reasonOf(maxTradeShare(0.05, 1), "500.004")).toMatchObject({
      reason: "$500.004 is above 5 % of the equity of $10000.00, $500.000",
    });
    expect(reasonOf(cashReserve(0.3), "2000.001")).toMatchObject({
      reason: "cash of $5000.00 keeps a reserve of 30 % of $10000.00: $2000.000 may be spent, not $2000.001",
    });
  });
});
