import { describe, expect, it } from "vitest";
import type { BacktestOptions } from "../../../src/backtest/index.js";
import { Decimal } from "../../../src/core/number/decimal.js";
import { defineStrategy, z, type Strategy } from "../../../src/index.js";
import type { Decision } from "../../../src/model/decision.js";
import { compareRuns, type Cause } from "../../../src/replay/index.js";
import { BACKTEST } from "../../journal/support.js";
import { buyer } from "../../backtest/strategies.js";
import { tapeOf, walk } from "../../backtest/tapes.js";
import { backtested } from "./backtested.js";
import { at, recorded, TRADES_AT, type Planted } from "./recorded-run.js";

/** Trades now and then, by chance alone. */
const gambler: Strategy = defineStrategy({
  name: "gambler",
  summary: "Buys when its die says so.",
  params: z.object({ odds: z.number().default(0.3) }),
  schedule: "* * * * *",
  needs: () => ({ prices: ["WETH.eth"] }),
  decide: ({ params, random, swap, hold }) =>
    random.next() < params.odds
      ? swap({ from: "USDC.eth", to: "WETH.eth", size: { usd: 100 }, reason: "The die says so." })
      : hold({ reason: "Not now." }),
});

const TAPE = tapeOf({ "WETH.eth": walk(60) });

const run = (strategy: Strategy, options: Partial<BacktestOptions> = {}, params = {}) =>
  backtested({ tape: TAPE, strategies: [{ strategy, params }], ...options });

const SEEDS = { kind: "seed", text: "chance: seed a against b", first: "a", second: "b" };
const kinds = (causes: readonly Cause[]) => causes.map(({ kind }) => kind);

describe("compareRuns of two backtests with other seeds", () => {
  it("names the seed if a strategy decided differently by chance, even if no facts of its holds were kept", async () => {
    const { differences, causes } = compareRuns(await run(gambler, { seed: "a" }), await run(gambler, { seed: "b" }));
    const [first] = differences;
    expect(first).toMatchObject({ what: "decision", facts: "none" });
    expect(first?.causes).toMatchObject([SEEDS]);
    expect(causes).not.toHaveProperty("unknown");
  });

  it("names it for the slippage of a fill, before the quotes", async () => {
    const { differences } = compareRuns(await run(buyer, { seed: "a" }), await run(buyer, { seed: "b" }));
    expect(differences[0]).toMatchObject({ what: "trade" });
    expect(differences[0]?.causes).toMatchObject([
      SEEDS,
      { kind: "quote", text: expect.stringContaining("the quote's slippage") as string },
      { kind: "quote", text: expect.stringContaining("the fill's rate") as string },
    ]);
  });

  it("names other differences before it: params, a risk limit, the latency, the tape, the slippage formula", async () => {
    const firstKinds = async (strategy: Strategy, a: Partial<BacktestOptions>, b: Partial<BacktestOptions>) => {
      const runs = [await run(strategy, { ...a, seed: "a" }), await run(strategy, { ...b, seed: "b" })] as const;
      return kinds(compareRuns(...runs).differences[0]?.causes ?? []);
    };
    const odds = (of: number) => ({ strategies: [{ strategy: gambler, params: { odds: of } }] });
    expect((await firstKinds(gambler, odds(0.3), odds(0.4)))[0]).toBe("params");
    const limit = (maxTradeUsd: number) => ({ settings: { risk: { maxTradeUsd } } });
    expect(await firstKinds(buyer, limit(400), limit(300))).toEqual(["rule", "rule", "seed"]);
    expect((await firstKinds(buyer, { latency: 0 }, { latency: 90_000 }))[0]).toBe("backtest");
    const other = { tape: tapeOf({ "WETH.eth": walk(60, "other") }) };
    expect((await firstKinds(buyer, {}, other))[0]).toBe("quote");
    expect((await firstKinds(gambler, {}, other))[0]).toBe("backtest");
    const formula = (slippage: "printed" | "computed") => ({ competition: { slippage } });
    expect((await firstKinds(buyer, formula("printed"), formula("computed")))[0]).toBe("quote");
  });
});

const seeded = (seed: string, planted: Planted = {}, backtest = true): Planted => ({
  ...planted,
  run: { seed, ...(backtest ? { backtest: BACKTEST } : {}) },
});
const causesOf = async (first: Planted, second: Planted): Promise<readonly Cause[]> =>
  compareRuns((await recorded(first)).recording, (await recorded(second)).recording).differences[0]?.causes ?? [];

const LESS: Planted = {
  quote: (quote) => ({ ...quote, slippage: 0.06 }),
  end: (step) => (step.trade ? { ...step, trade: { ...step.trade, toAmount: new Decimal("0.0499") } } : step),
};
const rejected = (code: string): Planted => ({
  ...LESS,
  end: ({ intent, at: then, from }) => ({
    intent,
    at: then,
    from,
    to: "REJECTED",
    detail: { code, reason: "planted" },
  }),
});

describe("compareRuns of two journals with other seeds", () => {
  it("does not name the seed if it did not draw the slippage, or if the price or the time differs", async () => {
    expect(kinds(await causesOf(seeded("a"), seeded("b", LESS)))).toEqual(["seed", "quote", "quote"]);
    expect(kinds(await causesOf(seeded("a"), seeded("a", LESS)))).toEqual(["quote", "quote"]);
    expect(kinds(await causesOf(seeded("a", {}, false), seeded("b", LESS)))).toEqual(["quote", "quote"]);
    const dearer: Planted = { ...LESS, quote: (quote) => ({ ...quote, toPrice: 2_001 }) };
    expect(kinds(await causesOf(seeded("a"), seeded("b", dearer)))).toEqual(["quote", "quote"]);
    const later: Planted = {
      end: (step) => ({
        ...step,
        ...(step.trade && { trade: { ...step.trade, toAmount: new Decimal(1), at: at(7) } }),
      }),
    };
    expect(kinds(await causesOf(seeded("a"), seeded("b", later)))).toEqual(["quote"]);
  });

  it("names it for a trade that only one run made, for its slippage", async () => {
    for (const code of ["LIMIT", "MAX_SLIPPAGE", "SLIPPAGE"])
      expect(kinds(await causesOf(seeded("a"), seeded("b", rejected(code)))).slice(0, 2)).toEqual(["seed", "quote"]);
    expect((await causesOf(seeded("a"), seeded("b", rejected("INSUFFICIENT_BALANCE"))))[0]?.kind).toBe("balance");
  });

  it("keeps a strategy's earlier decisions as the cause if the facts of a tick were not kept", async () => {
    const cancels: Planted["decisions"] = (i, usual): readonly Decision[] =>
      i === TRADES_AT + 4 ? [{ kind: "cancel", reason: "all" }] : usual;
    const merged: Planted = { merged: true, view: (_i, view) => ({ ...view, seed: "drawn" }) };
    const runs = [seeded("a", merged), seeded("b", { ...merged, ...LESS, decisions: cancels })] as const;
    const [first, second] = [await recorded(runs[0]), await recorded(runs[1])];
    const { differences } = compareRuns(first.recording, second.recording);
    expect(differences.map(({ what, causes }) => [what, ...kinds(causes)])).toEqual([
      ["trade", "seed", "quote", "quote"],
      ["decision", "outcome", "seed"],
    ]);
    const alone = await recorded(seeded("b", { ...merged, decisions: cancels }));
    expect(compareRuns(first.recording, alone.recording).differences[0]?.causes).toMatchObject([SEEDS]);
  });
});
