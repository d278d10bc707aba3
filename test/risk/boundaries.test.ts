import { describe, expect, it } from "vitest";
import { cashReserve } from "../../src/risk/cash-reserve.js";
import { competitionCap } from "../../src/risk/competition-cap.js";
import { dailyTrades } from "../../src/risk/daily-trades.js";
import { largestPartUsd } from "../../src/risk/largest-part.js";
import { minimumTrade } from "../../src/risk/minimum.js";
import { pairCooldown } from "../../src/risk/pair-cooldown.js";
import { maxPriceMove } from "../../src/risk/price-move.js";
import { largestWithin, maxSlippage } from "../../src/risk/slippage.js";
import { tokensAllowed } from "../../src/risk/tokens-allowed.js";
import { maxTradeShare } from "../../src/risk/max-trade-share.js";
import { maxTradeUsd } from "../../src/risk/max-trade-usd.js";
import { unprovenPrice } from "../../src/risk/unproven-price.js";
import type { Control, TradeContext } from "../../src/model/trade-risk.js";
import { RULES } from "../execution/world.js";
import { context, draft, quote } from "./support.js";

/** Tokens of a context: CASH and CASH2 at $1, TOKEN at $10, OTHER at $5; UNKNOWN has no price. Equity is $10,000. */
type Pair = readonly [from: string, to: string];
const ENTRY: Pair = ["CASH", "TOKEN"];
const BETWEEN: Pair = ["OTHER", "TOKEN"];
const EXIT: Pair = ["TOKEN", "CASH"];
const UNPRICED: Pair = ["UNKNOWN", "TOKEN"];
const OK = "approved";

/** What is left of an amount, the code that refuses it, or `approved`. */
function planned(
  control: Control,
  [from, to]: Pair,
  amount: number | string,
  more: Partial<TradeContext> = {},
): string {
  const said = control.assess(draft(from, to, amount), context(more));
  return said.verdict === "cut" ? said.amount.toFixed() : said.verdict === "refused" ? said.code : OK;
}

/** The code that refuses a draft just before sending, or `approved`. */
function sending(control: Control, [from, to]: Pair, amount: number, given: object = {}, more = {}): string {
  const asked = { ...quote(0), from, to, ...given };
  const said = control.atSending?.(draft(from, to, amount), asked, context(more));
  return said?.verdict === "refused" ? said.code : (said?.verdict ?? OK);
}

describe("at its exact limit", () => {
  it.each([
    ["a largest trade in USD", maxTradeUsd(1_000, 1), 1_000],
    ["a largest trade as a share", maxTradeShare(0.1, 1), 1_000],
    ["a cash reserve", cashReserve(0.4), 1_000],
  ])("%s lets a trade pass, and cuts one above to it", (_, control, limit) => {
    for (const [usd, left] of [
      [limit - 0.01, OK],
      [limit, OK],
      [limit + 0.01, String(limit)],
      [3 * limit, String(limit)],
    ] as const)
      expect(planned(control, ENTRY, usd), `$${usd}`).toBe(left);
    expect(planned(control, EXIT, 1_000)).toBe(OK);
    expect(planned(control, UNPRICED, 1e9)).toBe(OK);
  });

  it("a largest trade is in USD, whatever is sold, and what buys a token with another is no exit", () => {
    for (const control of [maxTradeUsd(1_000, 1), maxTradeShare(0.1, 1)])
      expect([planned(control, BETWEEN, 200), planned(control, BETWEEN, 200.1)]).toEqual([OK, "200"]);
    expect(planned(maxTradeShare(0.1, 1), ENTRY, 2_000, { equity: 5_000 })).toBe("500");
  });

  it("a cash reserve leaves what is above its share of equity, and nothing once cash is at or below it", () => {
    const control = cashReserve(0.4);
    expect(planned(control, ENTRY, 10, { cash: 4_000.5 })).toBe("0.5");
    for (const cash of [4_000, 3_999]) expect(planned(control, ENTRY, 10, { cash })).toBe("CASH_RESERVE");
    expect(planned(control, ENTRY, 1_000.01, { equity: 10_000, cash: 5_000 })).toBe("1000");
    expect(planned(control, ENTRY, 1_400, { equity: 9_000 })).toBe(OK);
    for (const pair of [EXIT, BETWEEN, ["CASH", "CASH2"]] as const)
      expect(planned(control, pair, 10, { cash: 0 })).toBe(OK);
  });

  it("the largest slippage is of the formula at planning, and of the quote at sending; exits pass both", () => {
    const control = maxSlippage(1, 1);
    const edge = largestWithin("computed", 1);
    expect(edge).toBeCloseTo(10_000 / 5.5, 6);
    expect([planned(control, ENTRY, edge), planned(control, EXIT, edge)]).toEqual([OK, OK]);
    expect(Number(planned(control, ENTRY, edge * 1.000_001))).toBeCloseTo(edge, 9);
    expect(planned(control, UNPRICED, 1e9)).toBe(OK);
    expect([sending(control, ENTRY, 1, { slippage: 1 }), sending(control, EXIT, 1, { slippage: 9 })]).toEqual([OK, OK]);
    expect(sending(control, ENTRY, 1, { slippage: 1.000_001 })).toBe("MAX_SLIPPAGE");
    expect(control.assess(draft(...ENTRY, 2_000), context())).toMatchObject({
      reason: "$2000.00 may slip by 1.100 %, the limit of 1 % allows $1818.18",
    });
    expect(control.atSending?.(draft(...ENTRY, 1), quote(2), context())).toMatchObject({
      reason: "the quote slips by 2 %, the limit is 1 %",
    });
    // By that formula the smallest trade slips by 0.06 % at the unluckiest draw, and the largest by 15 %.
    const log = [0.0599, 0.0601, 14.9, 15].map((percent) => largestWithin("log", percent));
    expect(log).toEqual([0, expect.closeTo(167, 0), expect.closeTo(17_638_675, 0), Infinity]);
  });

  it("a price may have moved by just its percent, up or down, of what is sold and of what is bought", () => {
    const control = maxPriceMove(25);
    for (const [fromPrice, toPrice, said] of [
      [1, 12.5, OK],
      [1, 7.5, OK],
      [1.25, 10, OK],
      [0.75, 10, OK],
      [1, 12.500_01, "PRICE_MOVED"],
      [1, 7.499_99, "PRICE_MOVED"],
      [1.250_01, 10, "PRICE_MOVED"],
      [0.749_99, null, "PRICE_MOVED"],
      [null, 12.500_01, "PRICE_MOVED"],
    ] as const)
      expect(sending(control, ENTRY, 1, { fromPrice, toPrice }), `${fromPrice} ${toPrice}`).toBe(said);
    expect(sending(control, EXIT, 1, { fromPrice: 1, toPrice: 1 })).toBe(OK);
    expect(sending(control, ENTRY, 1, { fromPrice: 1, toPrice: 99 }, { decidedUsd: () => 0 })).toBe(OK);
    expect(control.assess(draft(...ENTRY, 1), context())).toEqual({ verdict: OK });
  });

  it("a price that has jumped by just its percent is traded on, one step further is not; exits are held too", () => {
    const control = unprovenPrice({ percent: 75, standsFor: 1_000 });
    for (const [pair, fromPrice, toPrice, said] of [
      [EXIT, 2.5, 1, OK],
      [EXIT, 2.499_99, 1, "PRICE_UNPROVEN"],
      [ENTRY, 1, 40, OK],
      [ENTRY, 1, 40.000_1, "PRICE_UNPROVEN"],
      // To our advantage.
      [EXIT, 1_000, 0.001, OK],
    ] as const)
      expect(sending(control, pair, 1, { fromPrice, toPrice }), `${fromPrice} ${toPrice}`).toBe(said);
    expect(control.assess(draft(...EXIT, 1), context())).toEqual({ verdict: OK });
    // What has no price, or had none before, is not said to have jumped.
    const unknown = { fromPrice: null, toPrice: null };
    for (const pair of [ENTRY, EXIT]) expect(sending(control, pair, 1, unknown, { usd: () => null })).toBe(OK);
    expect(sending(control, ENTRY, 1, { fromPrice: 1, toPrice: 99 }, { usualUsd: () => null })).toBe(OK);
    const dear = { ...quote(0), fromPrice: 1, toPrice: 50 };
    const reason =
      "TOKEN is quoted at $50, usual was $10: a jump of more than 75 % is traded on once it has stood for 1s";
    expect(control.atSending?.(draft(...ENTRY, 1), dear, context())).toMatchObject({ reason });
  });

  it("the competition's cap allows a thousandth more at sending, for exits as for entries", () => {
    const control = competitionCap(0.02);
    for (const [pair, amount, said] of [
      [ENTRY, 2_500 * 1.001, OK],
      [ENTRY, 2_502.51, "OVER_CAP"],
      [EXIT, 250.249, OK],
      [EXIT, 250.251, "OVER_CAP"],
      [UNPRICED, 1e9, OK],
    ] as const)
      expect(sending(control, pair, amount), `${amount}`).toBe(said);
    expect(sending(control, ENTRY, 1e9, {}, { rules: { ...RULES, maxTradeShare: null } })).toBe(OK);
    expect(sending(control, ENTRY, 2_503, {}, { equity: 10_002 })).toBe(OK);
    const reason = "$2600.00 is by now above the competition's cap, 25 % of $10000.00";
    expect(control.atSending?.(draft(...ENTRY, 2_600), quote(0), context())).toMatchObject({ reason });
  });

  it("a pair rests until just its seconds have passed, by when another decision traded it", () => {
    const control = pairCooldown(60);
    const ago = (ms: number) => ({ lastTradeOf: () => 1_000_000 - ms });
    const said = [59_999, 60_000, 60_001].map((ms) => planned(control, BETWEEN, 1, ago(ms)));
    expect(said).toEqual(["TOO_SOON", OK, OK]);
    expect(planned(control, EXIT, 1, ago(0))).toBe(OK);
    const asked: unknown[] = [];
    const lastTradeOf = (...of: unknown[]): null => (asked.push(of), null);
    expect(planned(control, BETWEEN, 1, { lastTradeOf })).toBe(OK);
    expect(asked).toEqual([["OTHER", "TOKEN", 7]]);
    for (const [ms, when] of [
      [0, "are being traded by another decision"],
      [1_000, "were traded 1s ago"],
    ] as const) {
      const reason = `OTHER and TOKEN ${when}, the least is 60 s`;
      expect(control.assess(draft(...BETWEEN, 1), context(ago(ms)))).toMatchObject({ reason });
    }
  });

  it("a day takes as many trades as are said, and then exits and parts of a trade alone", () => {
    const control = dailyTrades(2);
    const said = [0, 1, 2, 3].map((tradesToday) => planned(control, ENTRY, 1, { tradesToday }));
    expect(said).toEqual([OK, OK, "MAX_TRADES_PER_DAY", "MAX_TRADES_PER_DAY"]);
    expect(planned(control, EXIT, 1, { tradesToday: 9 })).toBe(OK);
    const part = draft(...ENTRY, 1, { continues: true });
    expect(control.assess(part, context({ tradesToday: 9 }))).toEqual({ verdict: OK });
    for (const [tradesToday, were] of [
      [1, "1 trade was made or is under way today, the most is 1"],
      [2, "2 trades were made or are under way today, the most is 1"],
    ] as const)
      expect(dailyTrades(1).assess(draft(...ENTRY, 1), context({ tradesToday }))).toMatchObject({ reason: were });
  });

  it("the smallest trade passes, in tokens as the rules of the moment say and in USD, and nothing below it", () => {
    const control = minimumTrade(5);
    const least = (minTradeAmount: string | null) => ({ rules: { ...RULES, minTradeAmount } });
    for (const [pair, amount, more, said] of [
      [ENTRY, 5, {}, OK],
      [ENTRY, 4.999_99, {}, "BELOW_MINIMUM"],
      [EXIT, 0.5, {}, OK],
      [EXIT, 0.499_999, {}, "BELOW_MINIMUM"],
      [ENTRY, 20, least("20"), OK],
      [ENTRY, 19.999_99, least("20"), "BELOW_MINIMUM"],
      [ENTRY, 19.999_99, least(null), OK],
      [UNPRICED, 0.000_001, {}, OK],
    ] as const)
      expect(planned(control, pair, amount, more), `${amount}`).toBe(said);
  });

  it("only tokens that are named may be bought, and cash", () => {
    const control = tokensAllowed(["OTHER"]);
    expect([planned(control, ["TOKEN", "OTHER"], 1), planned(control, EXIT, 1)]).toEqual([OK, OK]);
    expect([planned(control, ENTRY, 1), planned(control, BETWEEN, 1)]).toEqual(Array(2).fill("TOKEN_NOT_ALLOWED"));
    const reason = "TOKEN is not among the tokens that may be bought: ";
    const two = tokensAllowed(["OTHER", "UNKNOWN"]);
    expect(two.assess(draft(...ENTRY, 1), context())).toMatchObject({ reason: `${reason}OTHER, UNKNOWN` });
    expect(tokensAllowed([]).assess(draft(...ENTRY, 1), context())).toMatchObject({ reason: `${reason}none` });
  });
});

describe("the parts of an exit", () => {
  const least = (minTradeAmount: string | null) => context({ rules: { ...RULES, minTradeAmount } });
  const part = (limit: number, smallest: number, minimum: string | null): number =>
    largestPartUsd(limit, smallest, draft("TOKEN", "CASH", 200), least(minimum));

  it("are as large as a limit says, unless that is below the smallest trade", () => {
    expect([part(10, 9.99, null), part(10, 10, null), part(10, 10.01, null)]).toEqual([10, 10, Infinity]);
    const unpriced = draft("UNKNOWN", "CASH", 1);
    expect(largestPartUsd(10, 1, unpriced, least("5"))).toBe(10);
    for (const control of [maxTradeUsd(10, 11), maxTradeShare(0.001, 11), maxSlippage(0.01, 100)])
      expect(control.largestPart?.(draft(...EXIT, 200), context()), control.name).toBe(Infinity);
    for (const control of [maxTradeUsd(10, 10), maxTradeShare(0.001, 10)])
      expect(control.largestPart?.(draft(...EXIT, 200), context()), control.name).toBe(10);
    expect(maxSlippage(1, 1).largestPart?.(draft(...ENTRY, 1e6), context())).toBe(Infinity);
  });

  it("are not made where one more than their number would not be worth the competition's minimum each", () => {
    // $2,000 in parts of $1,000: cut amounts may take three.
    expect([part(1_000, 1, "66.6"), part(1_000, 1, "66.7")]).toEqual([1_000, Infinity]);
    expect([part(500, 1, "40"), part(500, 1, "40.01")]).toEqual([500, Infinity]);
    expect([part(800, 1, "66.6"), part(800, 1, "66.7")]).toEqual([800, Infinity]);
    expect([part(2_001, 1, "200"), part(2_001, 1, "201")]).toEqual([2_001, 2_001]);
  });
});
