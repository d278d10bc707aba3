import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/core/json.js";
import { Decimal } from "../../../src/core/number/decimal.js";
import { defineStrategy, z } from "../../../src/index.js";
import type { BacktestOptions } from "../../../src/backtest/index.js";
import type { Decision, SwapDecision } from "../../../src/model/decision.js";
import type { VerdictRecord } from "../../../src/model/journal.js";
import { compareRuns, type Cause, type RunComparison } from "../../../src/replay/index.js";
import type { RiskSettings } from "../../../src/risk/index.js";
import { tapeOf, walk } from "../../backtest/tapes.js";
import { backtested } from "./backtested.js";
import { recorded, type Planted } from "./recorded-run.js";

/** Decides in its first two minutes, and holds. */
const trader = (...decided: readonly Decision[][]) =>
  defineStrategy({
    name: "trader",
    summary: "Trades twice at most.",
    params: z.object({}),
    schedule: "* * * * *",
    needs: () => ({ prices: ["WETH.eth", "WBTC.eth"] }),
    state: z.object({ seen: z.number().default(0) }),
    decide: ({ state, hold }) => ({
      decisions: decided[state.seen] ?? hold({ reason: "Nothing to do." }),
      state: { seen: state.seen + 1 },
    }),
  });

const swap = (from: string, to: string, size: SwapDecision["size"]): Decision => ({
  ...{ kind: "swap", from, to, size, reason: "It trades." },
});
const BUYS = swap("USDC.eth", "WETH.eth", { usd: 1_000 });
/** Trades are made one after the other. */
const WAITS_FOR = swap("USDC.eth", "WBTC.eth", { usd: 1_000 });
const SELLS = swap("WETH.eth", "USDC.eth", { usd: 1_000 });

const TAPE = tapeOf({ "WETH.eth": walk(60), "WBTC.eth": walk(60, "other", 60_000) });
/** A third up, or down, at its fourth minute. */
const jumping = (factor: number) => {
  const opens = (price: number) => Float64Array.from({ length: 60 }, (_, i) => price * (i > 2 ? factor : 1));
  return tapeOf({ "WETH.eth": opens(2_000), "WBTC.eth": opens(60_000) });
};

type Given = Partial<Pick<BacktestOptions, "tape" | "competition" | "settings" | "latency">>;

const START = { "USDC.eth": "10000", "WETH.eth": "5", "USDC.svm": "0" };

const run = (decided: readonly Decision[][], { competition, ...given }: Given) =>
  backtested({
    ...{ tape: TAPE, strategies: [{ strategy: trader(...decided) }], ...given },
    competition: { startBalances: START, ...competition },
  });

interface Plant {
  /** At its first ticks. */
  readonly decided: readonly Decision[][];
  readonly first: RiskSettings;
  readonly second: RiskSettings;
  readonly given?: Given;
  readonly text: string;
}

const PLANTS: Readonly<Record<string, Plant>> = {
  "max-trade-usd cuts": {
    ...{ decided: [[BUYS]], first: { maxTradeUsd: 400 }, second: { maxTradeUsd: 300 } },
    text: "max-trade-usd was set otherwise: `risk.maxTradeUsd` 400 against 300",
  },
  "max-trade-usd cuts in one of them": {
    ...{ decided: [[BUYS]], first: {}, second: { maxTradeUsd: 300 } },
    text: "max-trade-usd was set otherwise: `risk.maxTradeUsd` none against 300",
  },
  "max-trade-usd divides": {
    ...{ decided: [[SELLS]], first: { maxTradeUsd: 400 }, second: { maxTradeUsd: 300 } },
    text: "max-trade-usd was set otherwise: `risk.maxTradeUsd` 400 against 300",
  },
  "max-trade-usd cuts, and one is refused for what is left": {
    ...{ decided: [[BUYS]], first: { maxTradeUsd: 5_000 }, second: { maxTradeUsd: 0.5 } },
    text: "max-trade-usd was set otherwise: `risk.maxTradeUsd` 5000 against 0.5",
  },
  "max-trade-share cuts": {
    ...{ decided: [[BUYS]], first: { maxTradeShare: 0.04 }, second: { maxTradeShare: 0.03 } },
    text: "max-trade-share was set otherwise: `risk.maxTradeShare` 0.04 against 0.03",
  },
  "max-trade-share divides": {
    ...{ decided: [[SELLS]], first: { maxTradeShare: 0.04 }, second: { maxTradeShare: 0.01 } },
    text: "max-trade-share was set otherwise: `risk.maxTradeShare` 0.04 against 0.01",
  },
  "max-slippage cuts": {
    ...{ decided: [[BUYS]], first: { maxSlippagePercent: 0.058 }, second: { maxSlippagePercent: 0.056 } },
    text: "max-slippage was set otherwise: `risk.maxSlippagePercent` 0.058 against 0.056",
  },
  "max-slippage cuts in one of them": {
    ...{ decided: [[BUYS]], first: { maxSlippagePercent: 5 }, second: { maxSlippagePercent: 0.056 } },
    text: "max-slippage was set otherwise: `risk.maxSlippagePercent` 5 against 0.056",
  },
  "max-slippage divides": {
    ...{ decided: [[SELLS]], first: { maxSlippagePercent: 0.08 }, second: { maxSlippagePercent: 0.056 } },
    text: "max-slippage was set otherwise: `risk.maxSlippagePercent` 0.08 against 0.056",
  },
  "max-price-move drops": {
    ...{ decided: [[WAITS_FOR, BUYS]], first: { maxPriceMovePercent: 10 }, second: { maxPriceMovePercent: 50 } },
    given: { tape: jumping(1.3), latency: 130_000 },
    text: "max-price-move was set otherwise: `risk.maxPriceMovePercent` 10 against 50",
  },
  "unproven-price drops": {
    decided: [[WAITS_FOR, SELLS]],
    first: { unprovenPrice: { percent: 20, standsFor: 300_000 } },
    second: { unprovenPrice: { percent: 80, standsFor: 300_000 } },
    given: { tape: jumping(0.6), latency: 130_000 },
    text: "unproven-price was set otherwise: `risk.unprovenPrice.percent` 20 against 80",
  },
  "pair-cooldown refuses": {
    ...{ decided: [[BUYS], [BUYS]], first: { minSecondsBetweenTrades: 5 }, second: { minSecondsBetweenTrades: 600 } },
    text: "pair-cooldown was set otherwise: `risk.minSecondsBetweenTrades` 5 against 600",
  },
  "daily-trades refuses": {
    ...{ decided: [[BUYS], [BUYS]], first: { maxTradesPerDay: 1 }, second: { maxTradesPerDay: 2 } },
    text: "daily-trades was set otherwise: `risk.maxTradesPerDay` 1 against 2",
  },
  "cash-reserve cuts": {
    ...{ decided: [[BUYS]], first: { cashReserve: 0.47 }, second: { cashReserve: 0.48 } },
    text: "cash-reserve was set otherwise: `risk.cashReserve` 0.47 against 0.48",
  },
  "tokens-allowed refuses": {
    ...{ decided: [[BUYS]], first: { tokens: ["WBTC.eth"] }, second: { tokens: ["WETH.eth"] } },
    text: 'tokens-allowed was set otherwise: `risk.tokens` ["WBTC.eth"] against ["WETH.eth"]',
  },
  "competition-cap divides": {
    ...{ decided: [[BUYS]], first: { capMargin: 0.02 }, second: { capMargin: 0.5 } },
    given: { competition: { maxTradeShare: 0.04 } },
    text: "competition-cap was set otherwise: `risk.capMargin` 0.02 against 0.5",
  },
  "minimum-trade refuses": {
    ...{ decided: [[BUYS]], first: { minTradeUsd: 1 }, second: { minTradeUsd: 2_000 } },
    text: "minimum-trade was set otherwise: `risk.minTradeUsd` 1 against 2000",
  },
};

describe("compareRuns of two backtests whose limits differ", () => {
  it.each(Object.entries(PLANTS))("names the control and both limits: %s", async (_name, plant) => {
    const of = (risk: RiskSettings) =>
      run(plant.decided, { ...plant.given, settings: { ...plant.given?.settings, risk } });
    const [first, second] = [await of(plant.first), await of(plant.second)];
    const { causes } = compareRuns(first, second).differences[0]!;
    expect(causes[0]).toMatchObject({ kind: "rule", text: plant.text });
    const reversed = compareRuns(second, first).differences[0]!.causes[0];
    expect(reversed).toMatchObject({ kind: "rule", first: causes[0]?.second, second: causes[0]?.first });
  });

  it("names the smallest trade for a step of a target that one run leaves out", async () => {
    const weights = { "WETH.eth": 0.3, "WBTC.eth": 0.02 };
    const target: Decision = { kind: "target", weights, reason: "Spreads." };
    const of = (minTradeUsd: number) =>
      run([[target]], { settings: { risk: { minTradeUsd }, execution: { minTradeUsd } } });
    const { differences } = compareRuns(await of(1), await of(1_000));
    const text = "minimum-trade was set otherwise: `risk.minTradeUsd` 1 against 1000";
    expect(differences[0]?.causes[0]).toMatchObject({ kind: "rule", text });
  });

  it("names the holding if the same limits leave more of it, or if one run alone exceeds them", async () => {
    const holding = (usdc: string, settings: Given["settings"], ...decided: Decision[]) =>
      run([decided], { competition: { startBalances: { ...START, "USDC.eth": usdc } }, settings: settings ?? {} });
    const fraction = swap("USDC.eth", "WETH.eth", { fraction: 0.1 });
    for (const [risk, decision] of [
      [{ maxTradeShare: 0.03 }, BUYS],
      [{ cashReserve: 0.48 }, BUYS],
      [{ maxTradeUsd: 1_100 }, fraction],
      [{ minTradeUsd: 1_100 }, fraction],
    ] as const) {
      const [first, second] = [await holding("10000", { risk }, decision), await holding("12000", { risk }, decision)];
      const intents = compareRuns(first, second).differences.filter(({ what }) => what === "intent");
      expect(intents[0]?.causes[0]).toMatchObject({
        kind: "balance",
        text: "the book's USDC.eth: 10000 against 12000",
      });
      expect(intents[0]?.causes.map(({ kind }) => kind)).not.toContain("code");
    }
  });
});

/** What a run said, and had set, of the one trade that it was about. */
const said = (risk: JsonObject | null, amount: string, ...verdicts: Partial<VerdictRecord>[]): Planted => ({
  run: { config: risk === null ? {} : { risk } },
  intents: (made) => made.map((one) => ({ ...one, amount: new Decimal(amount) })),
  verdicts: ([usual]) => verdicts.map((one) => ({ ...usual!, intent: "aaaaaa", ...one })),
});
const cut = (control: string, code: string, reason: string): Partial<VerdictRecord> => ({
  ...{ control, verdict: "cut", code, reason },
});
const largest = (usd: number) => cut("max-trade-usd", "MAX_TRADE", `largest of ${usd}`);
const reserve = (usd: number) => cut("cash-reserve", "CASH_RESERVE", `${usd} may be spent`);

const compare = async (first: Planted, second: Planted): Promise<RunComparison> =>
  compareRuns((await recorded(first)).recording, (await recorded(second)).recording);
const causesOf = async (first: Planted, second: Planted): Promise<readonly Cause[]> =>
  (await compare(first, second)).differences[0]?.causes ?? [];
const kindsOf = async (first: Planted, second: Planted) => (await causesOf(first, second)).map(({ kind }) => kind);

const seeing = (amount: string, usd: number, planted: Planted): Planted => ({
  ...planted,
  view: (i, view) => ({
    ...view,
    book: { "USDC.eth": { amount, averageCost: 1 } },
    prices: { "WETH.eth": { usd, readAt: i, movedAt: i } },
  }),
});

describe("limits of risk in two journals", () => {
  it("gives each run's verdict after the limits", async () => {
    const first = said({ maxTradeUsd: 400 }, "400", largest(400));
    const causes = await causesOf(first, said({}, "1000"));
    const objected = "what risk said: cut by max-trade-usd, MAX_TRADE (largest of 400) against nothing";
    expect(causes).toMatchObject([
      { kind: "rule", text: "max-trade-usd was set otherwise: `risk.maxTradeUsd` 400 against none", second: null },
      { kind: "rule", text: objected, second: null },
    ]);
  });

  it("does not name a limit that another control went below, or one that it does not know", async () => {
    const below = (most: number, left: number): Planted =>
      said({ maxTradeUsd: most, cashReserve: 0.5 }, String(left), largest(most), reserve(left));
    expect(await kindsOf(seeing("900", 2_000, below(400, 200)), seeing("800", 2_000, below(300, 150)))).toEqual([
      ...["balance", "balance"],
    ]);
    expect(await kindsOf(said(null, "400", largest(400)), said({ maxTradeUsd: 300 }, "300", largest(300)))).toEqual([
      "balance",
    ]);
  });

  it("names the differing verdict of the same control if limits are equal and no fact explains it", async () => {
    const causes = await causesOf(
      said({ cashReserve: 0.5 }, "200", reserve(200)),
      said({ cashReserve: 0.5 }, "150", reserve(150)),
    );
    const text =
      "what risk said: cut by cash-reserve, CASH_RESERVE (200 may be spent) against cut by cash-reserve, CASH_RESERVE (150 may be spent)";
    expect(causes).toMatchObject([{ kind: "balance", text }]);
  });

  it("names price or balance before a one-sided refusal by the same limit, and a rule before both", async () => {
    const same = { maxTradeUsd: 400 };
    const [over, under] = [said(same, "400", largest(400)), said(same, "350")];
    expect(await kindsOf(over, under)).toEqual(["rule"]);
    expect((await kindsOf(seeing("900", 2_000, over), seeing("800", 2_000, under))).slice(0, 2)).toEqual([
      ...["balance", "rule"],
    ]);
    expect((await kindsOf(seeing("900", 2_000, over), seeing("900", 1_000, under))).slice(0, 2)).toEqual([
      ...["price", "rule"],
    ]);
    const ruled: Planted = {
      ...under,
      view: (_i, view) => ({ ...view, book: {}, rules: { ...view.rules, minTradeAmount: "9" } }),
    };
    expect((await kindsOf(over, ruled))[0]).toBe("rule");
    const refused = said(same, "400", { control: "pair-cooldown", verdict: "refused", code: "TOO_SOON", reason: "" });
    expect((await kindsOf(seeing("900", 2_000, refused), seeing("800", 2_000, under)))[0]).toBe("timing");
  });

  it.each([
    ["MAX_SLIPPAGE", "maxSlippagePercent", "quote"],
    ["SLIPPAGE", "maxSlippagePercent", "quote"],
    ["PRICE_MOVED", "maxPriceMovePercent", "price"],
    ["PRICE_UNPROVEN", "unprovenPrice", "price"],
    ["OVER_CAP", "capMargin", "rule"],
    ["DRAWDOWN_STOP", "drawdownStop", "rule"],
    ["STOPPED", "drawdownStop", "timing"],
  ] as const)("names the limit for a trade that ended with %s if the limit differs", async (code, name, usual) => {
    const ending = (limit: number): Planted => ({
      run: { config: { risk: { [name]: limit } } },
      end: ({ intent, at, from }) => ({ intent, at, from, to: "REJECTED", detail: { code, reason: "planted" } }),
    });
    const filled: Planted = { run: { config: { risk: { [name]: 2 } } } };
    const text = expect.stringContaining(`\`risk.${name}\` 2 against 1`) as string;
    const causes = await causesOf(filled, ending(1));
    expect(causes.slice(0, 2)).toMatchObject([{ kind: "rule", text }, { kind: usual }]);
    expect((await kindsOf(filled, ending(2)))[0]).toBe(usual);
  });

  it("names the stop's limit if the stop refused", async () => {
    const refused: Planted = {
      ...said({ drawdownStop: { share: 0.1 } }, "1", {
        ...{ control: "drawdown-stop", verdict: "refused", code: "DRAWDOWN_STOP", reason: "fell", intent: null },
      }),
      intents: () => [],
    };
    const text = "drawdown-stop was set otherwise: `risk.drawdownStop.share` 0.1 against 0.2";
    expect((await causesOf(refused, said({ drawdownStop: { share: 0.2 } }, "1")))[0]).toMatchObject({ text });
  });
});
