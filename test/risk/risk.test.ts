import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CONTROLS, createRisk, type RiskSettings } from "../../src/risk/index.js";
import { context, draft, quote } from "./support.js";

/** With a value for each of its settings: one that is new has to be here. */
const EVERY_LIMIT: Required<RiskSettings> = {
  ...{ maxTradeUsd: 1, maxTradeShare: 1, maxSlippagePercent: 1, maxPriceMovePercent: 1, minSecondsBetweenTrades: 1 },
  ...{ maxTradesPerDay: 1, cashReserve: 0.1, tokens: [], drawdownStop: { share: 0.1 }, capMargin: 0, minTradeUsd: 1 },
  unprovenPrice: { percent: 80, standsFor: 1 },
};

describe("risk", () => {
  it("always has the cap and the smallest trade, and other controls as configured", () => {
    expect(createRisk({}).controls.map(({ name }) => name)).toEqual(["competition-cap", "minimum-trade"]);
    const all = createRisk(EVERY_LIMIT);
    expect(all.controls.map(({ name }) => name)).toEqual([
      ...["drawdown-stop", "tokens-allowed", "pair-cooldown", "daily-trades", "max-trade-usd", "max-trade-share"],
      ...["max-slippage", "max-price-move", "unproven-price", "cash-reserve", "competition-cap", "minimum-trade"],
    ]);
    expect(all.drawdown).not.toBeNull();
  });

  it("gives each control a name, a setting and codes of its own", () => {
    const unique = (all: readonly string[]) => expect(all).toEqual([...new Set(all)]);
    unique(CONTROLS.map(({ name }) => name));
    unique(CONTROLS.map(({ key }) => key));
    unique(CONTROLS.flatMap(({ codes }) => Object.keys(codes)));
    const made = createRisk(EVERY_LIMIT).controls;
    expect(made.map(({ name }) => name)).toEqual(CONTROLS.map(({ name }) => name));
  });

  it("knows the most trades a day where a control limits them", () => {
    expect([createRisk({}).mostTradesADay, createRisk({ maxTradesPerDay: 4 }).mostTradesADay]).toEqual([null, 4]);
  });

  it("refuses trades worth less than a dollar, unless configured otherwise", () => {
    const said = (settings: RiskSettings) => createRisk(settings).assess(draft("CASH", "TOKEN", 0.5), context());
    expect([said({}).amount, said({ minTradeUsd: 0.1 }).amount?.toFixed()]).toEqual([null, "0.5"]);
  });

  it("has its controls listed in order in docs/concepts/risk.md", () => {
    const page = readFileSync(new URL("../../docs/concepts/risk.md", import.meta.url), "utf8");
    const told = [...page.matchAll(/^\| `([a-z-]+)` /gm)].map(([, name]) => name);
    expect(told).toEqual(createRisk(EVERY_LIMIT).controls.map(({ name }) => name));
  });

  it("approves with one record and its figures", () => {
    const { verdicts, amount } = createRisk({}).assess(draft("CASH", "TOKEN", 100), context());
    expect(amount?.toFixed()).toBe("100");
    expect(verdicts).toEqual([
      {
        decision: 7,
        intent: null,
        control: "all",
        verdict: "approved",
        code: "",
        reason: "100 CASH to TOKEN, worth $100.00: within all 2 limits",
      },
    ]);
  });

  it("gives each control what the earlier ones left", () => {
    const risk = createRisk({ maxTradeUsd: 2000, maxTradeShare: 0.1, cashReserve: 0.45 });
    const { verdicts, amount } = risk.assess(draft("CASH", "TOKEN", 5000), context());
    expect(verdicts.map(({ control, verdict }) => `${control} ${verdict}`)).toEqual([
      "max-trade-usd cut",
      "max-trade-share cut",
      "cash-reserve cut",
    ]);
    expect(amount?.toFixed()).toBe("500");
  });

  it("ends at the first refusal, and refuses what cuts have made too small", () => {
    const risk = createRisk({ tokens: [], maxTradesPerDay: 0 });
    expect(risk.assess(draft("CASH", "TOKEN", 5), context())).toMatchObject({
      amount: null,
      verdicts: [{ verdict: "refused", code: "TOKEN_NOT_ALLOWED" }],
    });
    const small = createRisk({ maxTradeUsd: 5, minTradeUsd: 10 });
    expect(small.assess(draft("CASH", "TOKEN", 50), context())).toMatchObject({
      amount: null,
      verdicts: [{ verdict: "cut" }, { code: "BELOW_MINIMUM" }],
    });
  });

  it("never approves more than was requested, or more than its limits", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 1e6, noNaN: true }),
        fc.double({ min: 1, max: 1e5, noNaN: true }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (usd, maxTradeUsd, maxTradeShare) => {
          const { amount } = createRisk({ maxTradeUsd, maxTradeShare }).assess(draft("CASH", "TOKEN", usd), context());
          if (amount !== null)
            expect(amount.toNumber()).toBeLessThanOrEqual(Math.min(usd, maxTradeUsd, maxTradeShare * 10_000));
        },
      ),
    );
  });

  it("limits parts by the tightest control", () => {
    const risk = createRisk({ maxTradeUsd: 2400, maxSlippagePercent: 1 });
    expect(risk.largestPart(draft("CASH", "TOKEN", 1), context())).toEqual({ usd: 2400, control: "max-trade-usd" });
    const { usd, control } = risk.largestPart(draft("TOKEN", "CASH", 1), context());
    expect([usd.toFixed(1), control]).toEqual(["1818.2", "max-slippage"]);
  });

  it("names no control if nothing limits parts, and of equal limits the first", () => {
    const uncapped = context({ rules: { ...context().rules, maxTradeShare: null } });
    expect(createRisk({}).largestPart(draft("CASH", "TOKEN", 1), uncapped)).toEqual({ usd: Infinity, control: null });
    const equal = createRisk({ maxTradeUsd: 500, maxTradeShare: 0.05 });
    expect(equal.largestPart(draft("CASH", "TOKEN", 1), context())).toEqual({ usd: 500, control: "max-trade-usd" });
  });

  it("keeps parts 2 % below the competition's cap, and entries above a dollar, by default", () => {
    const largest = (settings: RiskSettings) =>
      createRisk(settings).largestPart(draft("CASH", "TOKEN", 1), context()).usd;
    expect([largest({}), largest({ capMargin: 0 }), largest({ capMargin: 0.1 })]).toEqual([2_450, 2_500, 2_250]);
    const amount = (usd: number) =>
      createRisk({})
        .assess(draft("CASH", "TOKEN", usd), context())
        .amount?.toFixed();
    expect([amount(1), amount(0.999)]).toEqual(["1", undefined]);
  });

  it("approves an unpriced trade without a worth, and names each cut's control and code", () => {
    const [approval] = createRisk({}).assess(draft("UNKNOWN", "TOKEN", 3), context()).verdicts;
    expect(approval?.reason).toBe("3 UNKNOWN to TOKEN: within all 2 limits");
    const { verdicts } = createRisk({ maxTradeUsd: 5 }).assess(draft("CASH", "TOKEN", 9), context());
    const reason = "$9.00 is above the largest trade of $5.00";
    const cut = { decision: 7, intent: null, control: "max-trade-usd", verdict: "cut", code: "MAX_TRADE", reason };
    expect(verdicts).toEqual([cut]);
  });

  it("checks a last time with the fresh quote, and sends its slippage limit along with entries", () => {
    const risk = createRisk({ maxSlippagePercent: 1 });
    expect(risk.atSending(draft("CASH", "TOKEN", 1), quote(0.5), context())).toBeNull();
    expect(risk.atSending(draft("CASH", "TOKEN", 1), quote(2), context())).toMatchObject({ code: "MAX_SLIPPAGE" });
    expect(risk.tolerance(draft("CASH", "TOKEN", 1), context())).toBe(1);
    expect(risk.tolerance(draft("TOKEN", "CASH", 1), context())).toBeNull();
    expect(createRisk({}).tolerance(draft("CASH", "TOKEN", 1), context())).toBeNull();
  });
});
