import { describe, expect, it } from "vitest";
import { equityCurves } from "../../src/report/data/equity.js";
import { fillColumns } from "../../src/report/data/fills.js";
import { holdingOf } from "../../src/report/data/holding.js";
import { priceCurves } from "../../src/report/data/prices.js";
import { CASH, weightsOf } from "../../src/report/data/weights.js";
import { backtest } from "../../src/backtest/backtest.js";
import { renderReport } from "../../src/report/render.js";
import { comparison } from "../../src/report/sections/comparison.js";
import { ChartBook, shownRuns } from "../../src/report/section.js";
import { weightsSection } from "../../src/report/sections/weights.js";
import { verdictOf } from "../../src/report/sections/verdict.js";
import { tapePrices } from "../../src/report/tape-prices.js";
import { memoryTape } from "../../src/tape/memory-tape.js";
import { aFill, aResult } from "../backtest/lint/a-result.js";
import { buyer } from "../backtest/strategies.js";
import { known, MINUTE, START, walk } from "../backtest/tapes.js";
import { changed, fixtureRun, fixtureWindows, isCash } from "./fixture.js";

const run = fixtureRun({ days: 20, tokens: 3 });
const { prices } = run;

describe("weights", () => {
  const { time, parts } = weightsOf(run.result, prices);

  it("add up to the whole at every time", () => {
    for (let k = 0; k < time.length; k += 1)
      expect(parts.reduce((sum, { shares }) => sum + (shares[k] as number), 0)).toBeCloseTo(1, 9);
  });

  it("give the run's own equity back, from start balances, fills and prices", () => {
    const { result } = run;
    const last = parts.find(({ name }) => name === "WETH.eth")?.shares.at(-1) ?? 0;
    const amount = result.fills.reduce(
      (sum, { from, to, fromAmount, toAmount }) =>
        sum + (to === "WETH.eth" ? Number(toAmount) : 0) - (from === "WETH.eth" ? Number(fromAmount) : 0),
      Number(result.initialBalances["WETH.eth"]),
    );
    const price = run.tape.prices("WETH.eth")?.at(result.to) ?? 0;
    expect(last).toBeCloseTo((amount * price) / result.finalValue, 6);
  });

  it("hold at the tape's very end, where a run may end", () => {
    const until = { ...run.result, time: run.result.time.with(-1, run.tape.until), to: run.tape.until };
    const [before, after] = [parts, weightsOf(until, prices).parts];
    for (const { name, shares } of before)
      expect(after.find((part) => part.name === name)?.shares.at(-1)).toBeCloseTo(shares.at(-1) ?? NaN, 6);
  });

  it("are of the prices on which the run was made, where readings came after their instants", async () => {
    const askedAt = Float64Array.from({ length: 120 }, (_, i) => START + i * MINUTE);
    const read = { askedAt, times: askedAt.map((at) => at + 900), interval: MINUTE };
    const weth = { ...read, token: known("WETH.eth"), prices: walk(120) };
    const tape = memoryTape({
      label: "readings",
      tracks: [weth, { ...read, token: known("USDC.eth"), prices: askedAt.map(() => 1) }],
    });
    const competition = { startBalances: { "USDC.eth": "15000" } };
    const result = await backtest({ tape, strategies: [{ strategy: buyer }], competition });
    const onTape = tapePrices(tape, isCash);
    const weights = weightsOf(result, onTape);
    expect([weights.time[0], weights.parts.map(({ shares }) => shares[0])]).toEqual([START, [0, 1]]);
    expect(priceCurves(result, onTape)).toMatchObject([{ time: { from: START }, first: weth.prices[0] }]);
  });

  it("name cash of all chains once, and last", () => {
    expect(parts.map(({ name }) => name).indexOf(CASH)).toBe(parts.length - 1);
  });

  it("count as cash what was cash to the run, whatever its tape says", () => {
    const others = tapePrices(run.tape, (token) => token === "WETH.eth");
    expect(weightsOf(run.result, others).parts.map(({ name }) => name)).toContain("USDC.eth");
    expect(priceCurves(run.result, others).map(({ token }) => token)).not.toContain("WETH.eth");
  });

  it("are told on average by time, however many trades were made at once", () => {
    const { from, to } = run.result;
    const day = Array.from({ length: 250 }, (_, i) =>
      aFill({ at: from + 300_000 * i, fromAmount: "0.01", toAmount: "0" }),
    );
    const bought = aFill({ at: from + (to - from) / 5, fromAmount: "9000", toAmount: "4" });
    const result = { ...run.result, initialBalances: { "USDC.eth": "9002.5" }, fills: [...day, bought] };
    const [shown] = shownRuns([{ ...run, result }]);
    expect(weightsSection(shown!, new ChartBook()).body.text).toMatch(
      /On average WETH\.eth (79|80)\.\d\d%, cash (19|20)\./,
    );
  });

  it("step where a trade is made", () => {
    const [fill] = run.result.fills;
    const at = time.indexOf(fill!.at);
    const bought = parts.find(({ name }) => name === fill!.to || (prices.isCash(fill!.to) && name === CASH));
    expect(bought!.shares[at]).toBeGreaterThan((bought!.shares[at - 1] as number) + 0.01);
  });
});

describe("price curves", () => {
  it("are of every token that is not cash, those traded most first, and exact at each trade", () => {
    const curves = priceCurves(run.result, prices);
    expect(curves.map(({ token }) => token).sort()).toEqual(run.tape.tracks.map(({ token }) => token.name).sort());
    expect(curves.map(({ trades }) => trades)).toEqual(curves.map(({ trades }) => trades).toSorted((a, b) => b - a));
    const [first] = curves;
    const { from, unit, steps } = first!.time;
    let at = from;
    const times = new Set([at, ...steps.map((step) => (at += step * unit))]);
    for (const fill of run.result.fills)
      if ([fill.from, fill.to].includes(first!.token)) expect(times.has(fill.at)).toBe(true);
  });

  it("begin and end with the prices that held then, also between two prices of the tape", () => {
    const { times, prices: usd } = run.tape.prices("WETH.eth")!;
    const [from, to] = [(times[10] as number) + 1, (times[20] as number) + 1];
    const curves = priceCurves({ ...run.result, from, to, fills: [] }, run.prices);
    const { time, first, last, price } = curves.find(({ token }) => token === "WETH.eth")!;
    expect([time.from, first, last, price.length]).toEqual([from, usd[10], usd[20], 12]);
  });

  it("stay within their points for ten tokens of a long tape", () => {
    const long = fixtureRun({ days: 40, tokens: 10, every: 86_400_000 });
    const points = priceCurves(long.result, long.prices).reduce((sum, { price }) => sum + price.length, 0);
    expect(points).toBeLessThan(15_000);
  });
});

describe("the columns of fills", () => {
  it("hold each name and reason once", () => {
    const fills = [aFill(), aFill({ at: aFill().at + 5 }), aFill({ at: aFill().at + 9, reason: "other" })];
    const columns = fillColumns(aResult({ fills }));
    expect(columns).toMatchObject({ of: 3, at: [aFill().at, 5, 4], reasons: ["because", "other"], reason: [0, 0, 1] });
    expect(columns.names).toEqual(["sma", "USDC.eth", "WETH.eth"]);
  });

  it("are thinned evenly beyond what can be drawn, and reasons are shortened to a budget", () => {
    const fills = Array.from({ length: 20_000 }, (_, i) => aFill({ at: i, reason: `${i} ${"x".repeat(390)}` }));
    const columns = fillColumns(aResult({ fills }));
    expect([columns.of, columns.at.length]).toEqual([20_000, 8_000]);
    expect(columns.reasons.reduce((sum, reason) => sum + reason.length, 0)).toBeLessThan(710_000);
    expect(columns.reasons[0]).toMatch(/x…$/);
  });
});

describe("equity curves", () => {
  it("hold the runs first, the lowest and the highest value of each among their points", () => {
    const other = fixtureRun({ days: 20, tokens: 3, name: "other", every: 3_600_000 });
    const { equity, drawdown, time } = equityCurves([run, other], 400);
    expect(equity.slice(0, 2).map(({ kind }) => kind)).toEqual(["run", "run"]);
    expect(time.length).toBeLessThan(900);
    for (const [i, { result }] of [run, other].entries()) {
      const values = (equity[i]?.values ?? []).filter((value) => value !== null);
      expect([Math.min(...values), Math.max(...values)]).toEqual([
        Math.min(...result.equity),
        Math.max(...result.equity),
      ]);
      expect(drawdown[i]?.values.every((value) => value === null || value <= 0)).toBe(true);
    }
  });

  it("show a rival that several runs have once, as the first of them met it", () => {
    const rivals = run.result.rivals.map((rival) => ({ ...rival, equity: rival.equity.map((value) => 2 * value) }));
    const again = { ...run, name: "again" };
    const { equity } = equityCurves([run, { ...again, result: { ...run.result, rivals } }]);
    const names = equity.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    expect(equity).toEqual(equityCurves([run, again]).equity);
  });
});

describe("the verdict", () => {
  it("compares with holding, cash, the house and the best token", () => {
    const [sentence] = verdictOf([run], undefined);
    expect(sentence).toMatch(
      /^\$10,000\.00 became \$[\d,.]+ \([+−][\d.]+%\) in 19 d 23 h: [\d.]+ points (ahead of|behind) holding the start balances, (ahead of|behind) cash, (ahead of|behind) the house team equal-weights and [\d.]+ points (ahead of|behind) the best token to hold, \w+\.\w+\.$/,
    );
  });

  it("says so where a run was stopped", () => {
    expect(verdictOf([changed(run, { complete: false })], undefined)[0]).toMatch(/^Stopped before its end: /);
  });

  it("says so where every strategy was disabled, which stops no run", () => {
    const disabled = { at: run.result.from, why: "boom", remedy: "" };
    const strategies = run.result.strategies.map((strategy) => ({ ...strategy, disabled }));
    expect(verdictOf([changed(run, { complete: false, strategies })], undefined)[0]).toMatch(
      /^Disabled before its end: /,
    );
  });

  it("ranks a run that was stopped behind those that came to their end, and says which it is", () => {
    const whole = { ...run, name: "whole", result: { ...run.result, finalValue: 9_000 } };
    const part = { ...changed(run, { finalValue: 20_000, complete: false }), name: "part" };
    expect(verdictOf([part, whole], undefined)[0]).toBe(
      "Of 2 runs, whole ended best, at $9,000.00 (−10.00%); part +100.00% (stopped before its end).",
    );
    expect(verdictOf([part], undefined)[0]).toMatch(/^Stopped before its end: /);
    expect(verdictOf([part, { ...part, name: "worse" }], undefined)[0]).toContain("(+100.00%, stopped before its end)");
    const remarks = ["The bot ended at 2025-03-01T00:01:00Z: equity fell. What was held then …"];
    expect(verdictOf([changed(part, { remarks })], undefined)[0]).toMatch(/^Ended early by a risk limit: /);
    expect(comparison([part, whole]).text.match(/stopped before its end/g)).toHaveLength(1);
  });

  it("is in points where returns of several runs are compared with holding", () => {
    const rival = { ...run.result.rivals[0]!, kind: "start" as const, finalValue: 11_000 };
    const result = { ...run.result, initialValue: 10_000, finalValue: 9_000, rivals: [rival] };
    expect(comparison([{ ...run, result }]).text).toContain("−20.00 points");
  });

  it("says of each rival whether it was ahead, behind or level", () => {
    const told = (finalValue: number): string => {
      const rivals = (["start", "cash", "house"] as const).map((kind) => ({
        ...{ ...run.result.rivals[0]!, name: kind, kind },
        finalValue: kind === "start" ? 11_000 : 10_000,
      }));
      return verdictOf(
        [{ ...run, result: { ...run.result, finalValue, initialValue: 10_000, rivals } }],
        undefined,
      )[0]!;
    };
    const what = "holding the start balances";
    expect(told(9_000)).toContain(`20.00 points behind ${what}, behind cash and behind the house team house.`);
    expect(told(10_000)).toContain(`10.00 points behind ${what}, level with cash and level with the house team house.`);
    expect(told(10_999.9)).toContain(`: 0.00 points behind ${what}, ahead of cash`);
    expect(told(11_000)).toContain(`: level with ${what}, ahead of cash and ahead of the house team house.`);
  });

  it("names the best of several runs, and tells of windows in a sentence of their own", () => {
    const better = { ...run, name: "better", result: { ...run.result, finalValue: 20_000 } };
    const [runs, windows] = verdictOf([run, better], fixtureWindows(run));
    expect(runs).toMatch(/^Of 2 runs, better ended best, at \$20,000\.00 \(\+100\.00%\); sma-cross [+−][\d.]+%\.$/);
    expect(windows).toMatch(
      /^Of sma-cross, over 13 windows of 7 d the median is [+−].*% ended ahead of holding the start balances and [\d.]+% ended ahead of cash\.$/,
    );
  });

  it("says of several runs whose the windows are, in the verdict and above their charts", () => {
    const windows = fixtureWindows(run);
    const whose = /They show sma-cross, the first run\./;
    expect(verdictOf([run], windows)[1]).toMatch(/^Over 13 windows/);
    expect(renderReport({ runs: [run], windows, version: "1" })).not.toMatch(whose);
    expect(renderReport({ runs: [run, { ...run, name: "better" }], windows, version: "1" })).toMatch(whose);
  });

  it("holds the traded tokens evenly where a run began with cash alone", () => {
    const rivals = run.result.rivals.filter(({ kind }) => kind !== "start");
    const tokens = rivals.filter(({ kind }) => kind === "token");
    const held = holdingOf({ ...run.result, rivals });
    expect(held?.what).toBe("its tokens in equal parts");
    expect(held?.finalValue).toBeCloseTo(tokens.reduce((sum, { finalValue }) => sum + finalValue, 0) / 3, 6);
    expect(holdingOf({ ...run.result, rivals: [] })).toBeNull();
  });
});
