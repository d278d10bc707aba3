import { describe, expect, it } from "vitest";
import { backtest } from "../../src/backtest/backtest.js";
import { lintOf } from "../../src/backtest/lint/index.js";
import { ColumnJournal } from "../../src/journal/columns/column-journal.js";
import { defineStrategy, z } from "../../src/index.js";
import { buyer, follower } from "./strategies.js";
import { memoryTape } from "../../src/tape/memory-tape.js";
import { DAY, HOUR, known, MINUTE, START, tapeOf, walk } from "./tapes.js";

const day = tapeOf({ "WETH.eth": walk(24 * 60) });

describe("a backtest", () => {
  it("fills what is decided on a close at the next open plus the latency", async () => {
    const opens = [100, 110, 120, 130, 140, 150, 160, 170, 180, 190];
    const tape = tapeOf({ "WETH.eth": opens });
    const at = async (latency: number) => {
      const { fills } = await backtest({ tape, strategies: [{ strategy: buyer }], latency });
      return [fills[0]!.at - START, fills[0]!.usd / Number(fills[0]!.toAmount)];
    };
    // The first minute after the start: decided at 110, filled there or, after more than a minute, at the next open.
    const [immediate, later] = [await at(0), await at(90_000)];
    expect([immediate[0], later[0]]).toEqual([MINUTE, MINUTE + 90_000]);
    expect(immediate[1]! / later[1]!).toBeCloseTo(110 / 120, 2);
  });

  it("reports that a latency was assumed if none was given", async () => {
    const said = async (latency?: number) => {
      const given = latency === undefined ? {} : { latency };
      const { remarks } = await backtest({ tape: day, strategies: [{ strategy: buyer }], ...given });
      return remarks.find((remark) => remark.startsWith("Each trade was executed 1s after its decision"));
    };
    expect(await said()).toMatch(/wait for\. This latency is assumed, not measured \(`--latency` sets another\)\.$/);
    expect(await said(1_000)).toMatch(/had to wait for\.$/);
  });

  it("names a strategy that was never due, with its next run and the end", async () => {
    const said = async (at: string, to: number) => {
      const { remarks } = await backtest({ tape: day, strategies: [{ strategy: buyer, params: { at } }], to });
      return remarks.filter((remark) => remark.includes("never due"));
    };
    expect(await said("0 9 * * *", START + 8 * HOUR)).toEqual([
      "buyer was never due: its next run is 2025-03-01T09:00:00.000Z, and the competition ends at 2025-03-01T08:00:00.000Z. Give it a schedule that fires before then, by its params. Or take a longer range (--from, --to).",
    ]);
    // What is due at the end is not decided any more, nor what is due at the beginning.
    expect(await said("0 8 * * *", START + 8 * HOUR)).toHaveLength(1);
    expect(await said("0 0 * * *", START + 8 * HOUR)).toHaveLength(1);
    expect(await said("59 7 * * *", START + 8 * HOUR)).toEqual([]);
  });

  it("is a competition: cap, start balances and slippage are its own", async () => {
    const startBalances = { "USDC.eth": "800", "USDC.svm": "0" };
    const competition = { startBalances, maxTradeShare: 0.5, slippage: "printed" } as const;
    const result = await backtest({ tape: day, strategies: [{ strategy: buyer, params: { usd: 700 } }], competition });
    expect(result.initialValue).toBe(800);
    expect(result.initialBalances).toEqual({ "USDC.eth": "800" });
    // Above half of 800 a trade is divided.
    expect(result.fills.map(({ usd }) => usd <= 400)).toEqual([true, true]);
    const { slippageUsd, usd } = result.fills[0]!;
    expect(slippageUsd / usd).toBeLessThan(0.0001);
  });

  it("ends at `to`, valued at the prices of that time, and begins at `from`", async () => {
    const [from, to] = [START + HOUR, START + 3 * HOUR];
    const result = await backtest({ tape: day, strategies: [{ strategy: buyer }], from, to });
    expect([result.from, result.to, result.complete]).toEqual([from, to, true]);
    expect([result.time[0], result.time.at(-1)]).toEqual([from, to]);
    const [fill] = result.fills;
    const held = Number(fill!.toAmount) * day.prices("WETH.eth")!.at(to)!;
    expect(result.finalValue).toBeCloseTo(15_000 - Number(fill!.fromAmount) + held, 6);
    expect(result.equity.at(-1)).toBe(result.finalValue);
  });

  it("has the final value as the last equity point of its journal, even between two samples", async () => {
    const strategies = [{ strategy: buyer }];
    for (const to of [START + 3 * HOUR, START + 3 * HOUR + 30_000]) {
      const journal = new ColumnJournal();
      const { finalValue } = await backtest({ tape: day, strategies, to, journal });
      expect(day.prices("WETH.eth")!.at(to)).not.toBe(day.prices("WETH.eth")!.at(START + 3 * HOUR - 1));
      expect(journal.equityCurve.time().at(-1)).toBe(to);
      expect(journal.equityCurve.total().at(-1)).toBeCloseTo(finalValue, 9);
    }
  });

  it("warms up from the tape before `from`", async () => {
    const strategies = [{ strategy: follower, params: { count: 10 } }];
    const warm = await backtest({ tape: day, strategies, from: START + 2 * HOUR });
    expect(warm.ticks.warmingUp).toBe(0);
    expect(warm.remarks.join()).not.toContain("warmed up");
  });

  it("reports from when it decided if it warms up inside the range", async () => {
    const strategies = [{ strategy: follower, params: { count: 10 } }];
    const { ticks, remarks } = await backtest({ tape: day, strategies });
    expect(ticks.warmingUp).toBe(9);
    expect(remarks).toContainEqual(
      "follower warmed up inside the range (10 bars of 5m) and decided from 2025-03-01T00:50:00Z on.",
    );
  });

  it("compares with holding each token, with cash and with the house teams", async () => {
    const result = await backtest({ tape: day, strategies: [{ strategy: buyer }], houseTeams: true });
    expect(result.rivals.map(({ name, kind }) => [name, kind])).toEqual([
      ["hold WETH.eth", "token"],
      ["cash", "cash"],
      ["house-hold-cash", "house"],
      ["house-equal-weights", "house"],
      ["house-random", "house"],
    ]);
    const prices = day.prices("WETH.eth")!.prices;
    const [hold, cash, houseCash] = result.rivals;
    expect(hold!.finalValue).toBeCloseTo((15_000 * prices.at(-1)!) / prices[0]!, 6);
    expect([cash!.finalValue, houseCash!.finalValue]).toEqual([15_000, 15_000]);
    expect(hold!.time.length).toBe(hold!.equity.length);
    expect(hold!.time.at(-1)).toBe(result.to);
  });

  it("compares with the start balances if they are not cash alone", async () => {
    const competition = { startBalances: { "USDC.eth": "1000", "WETH.eth": "1" } };
    const { rivals } = await backtest({
      tape: day,
      strategies: [{ strategy: buyer, params: { usd: 10 } }],
      competition,
    });
    const start = rivals.find(({ kind }) => kind === "start");
    expect(start?.finalValue).toBeCloseTo(1_000 + day.prices("WETH.eth")!.prices.at(-1)!, 6);
  });

  it("reports how many holds its journal has not kept", async () => {
    const strategy = defineStrategy({
      name: "talker",
      summary: "Always says something else.",
      params: z.object({}),
      schedule: "*/5 * * * *",
      decide: ({ now, hold }) => hold({ reason: `It is ${now}.` }),
    });
    const journal = new ColumnJournal({ mostHolds: 10 });
    const { remarks, ticks } = await backtest({ tape: day, strategies: [{ strategy }], journal });
    expect(remarks).toContainEqual(expect.stringMatching(`^${ticks.decided - 10} holds with another reason`));
  });

  it("computes every metric from the run, or gives the reason why not", async () => {
    const { metrics, closed, fills } = await backtest({ tape: day, strategies: [{ strategy: follower }] });
    expect(metrics["totalReturn"]).toHaveProperty("value");
    expect(metrics["cagr"]).toMatchObject({ value: null });
    expect(closed.length).toBeGreaterThan(0);
    expect(closed.length).toBeLessThan(fills.length);
  });

  it("prices fills by the tape's quotes if it has them, and marks each fill", async () => {
    const price = day.prices("WETH.eth")!.prices[1]!;
    const quotes = [500, 2_000].map((usd) => {
      const sold = { from: "USDC.eth", to: "WETH.eth", fromAmount: usd, fromPrice: 1, toPrice: price };
      return { at: START + 30_000, ...sold, toAmount: (usd * 0.99) / price };
    });
    const tape = tapeOf({ "WETH.eth": day.prices("WETH.eth")!.prices }, { quotes });
    const quoted = await backtest({ tape, strategies: [{ strategy: buyer }] });
    expect(quoted.fills[0]).toMatchObject({ pricedBy: "quotes" });
    expect(quoted.fills[0]!.slippageUsd / quoted.fills[0]!.usd).toBeCloseTo(0.01, 6);
    expect(quoted.remarks.join()).toContain("1 of 1 fills are priced by recorded quotes");
    const model = await backtest({ tape: day, strategies: [{ strategy: buyer }] });
    expect(model.fills[0]).toMatchObject({ pricedBy: "model" });
  });

  it("reports what was refused or cut, and why", async () => {
    const settings = { risk: { maxTradeUsd: 100 } };
    const { fills, refusals } = await backtest({
      tape: day,
      strategies: [{ strategy: buyer }],
      to: START + HOUR,
      settings,
    });
    expect(fills.length).toBeGreaterThan(0);
    expect(refusals.map(({ status, code }) => [status, code])).toEqual(fills.map(() => ["cut", "MAX_TRADE"]));
    expect(refusals[0]?.reason).toMatch(
      / asked, 100 USDC\.eth left: max-trade-usd: .* above the largest trade of \$100/,
    );
  });

  it("reports where the run would have exceeded the limits, and shows what is left in the view", async () => {
    const left: (number | null)[] = [];
    const watcher = defineStrategy({
      name: "watcher",
      summary: "Looks at the limits.",
      params: z.object({}),
      schedule: "*/5 * * * * *",
      needs: () => ({ prices: ["WETH.eth"] }),
      decide({ limits, hold }) {
        left.push(limits.price);
        return hold({ reason: String(limits.price) });
      },
    });
    const limits = [{ scope: "price", count: 20, windowMs: 60_000 }] as const;
    const result = await backtest({
      tape: day,
      strategies: [{ strategy: watcher }],
      to: START + HOUR,
      limits,
    });
    const { breaches, remarks } = result;
    expect(breaches).toMatchObject([{ scope: "price", limit: 20, window: 60_000 }]);
    const times = breaches[0]?.times ?? 0;
    expect(times).toBeGreaterThan(100);
    expect(remarks.join()).toMatch(new RegExp(`limit of 20 price requests per 1m was exceeded ${times} times, `));
    const [{ text } = { text: "" }] = lintOf({ result }).filter(({ code }) => code === "OVER_LIMITS");
    expect(text).toContain(`price rate limit ${times} times`);
    expect(Math.min(...left.map((one) => one ?? Infinity))).toBe(0);
    expect(remarks.join()).toContain("decides every 5s, but the tape has a price of WETH.eth only every 1m");
  });

  it("gives strategies recorded bars on request, and reports what that changes", async () => {
    const seen: { high: number; volume: number }[] = [];
    const looker = defineStrategy({
      name: "looker",
      summary: "Looks at bars.",
      params: z.object({}),
      schedule: "*/5 * * * *",
      needs: () => ({ bars: [{ token: "WETH.eth", interval: "5m", count: 1 }] }),
      decide({ bars, hold }) {
        const { high, volume } = bars("WETH.eth");
        seen.push({ high: high.at(-1)!, volume: volume.at(-1)! });
        return hold({ reason: `${seen.length}` });
      },
    });
    const run = { tape: day, strategies: [{ strategy: looker }], to: START + HOUR };
    const recorded = await backtest({ ...run, bars: "recorded" });
    expect(seen[0]).toEqual({ high: Math.max(...day.bars("WETH.eth")!.high.slice(0, 5)), volume: 15 });
    expect(recorded.remarks.join()).toContain("Bars are the recorded ones");
    seen.length = 0;
    await backtest(run);
    expect(seen[0]!.volume).toBeNaN();

    const { close: prices, time: times } = day.bars("WETH.eth")!;
    const readings = memoryTape({ label: "readings", tracks: [{ token: known("WETH.eth"), times, prices }] });
    const twice = [{ strategy: looker }, { strategy: looker, name: "another" }];
    const built = await backtest({ ...run, tape: readings, strategies: twice, bars: "recorded" });
    expect(built.remarks.filter((remark) => remark.startsWith("Bars "))).toEqual([
      "Bars of 5m of WETH.eth were not recorded and are built from prices, as live.",
    ]);
  });

  it("counts failed runs between holds, and disables no strategy that decides again within the retries", async () => {
    let run = 0;
    const flaky = defineStrategy({
      name: "flaky",
      summary: "Fails in three of five runs.",
      params: z.object({}),
      schedule: "*/5 * * * *",
      decide({ hold }) {
        if (run++ % 5 > 1) throw new Error("no idea");
        return hold({ reason: "Waits." });
      },
    });
    const result = await backtest({ tape: day, strategies: [{ strategy: flaky }] });
    expect(result.strategies.map(({ disabled }) => disabled)).toEqual([null]);
    expect([result.complete, result.ticks.decided, result.ticks.failed]).toEqual([true, 116, 171]);
    expect(result.decisions.hold).toBe(116);
    expect(lintOf({ result }).map(({ code }) => code)).toContain("FAILED_TICKS");
  });

  it("disables a strategy after too many failed runs in a row, as live, and runs the others on", async () => {
    const thrower = defineStrategy({
      name: "thrower",
      summary: "Throws.",
      params: z.object({}),
      schedule: "*/5 * * * *",
      decide() {
        throw new Error("no idea");
      },
    });
    const strategies = [
      { strategy: thrower, allocation: 0.5 },
      { strategy: buyer, allocation: 0.5 },
    ];
    const result = await backtest({ tape: day, strategies });
    expect(result.strategies.map(({ disabled }) => disabled)).toEqual([
      { at: START + 20 * MINUTE, why: "no idea", remedy: "" },
      null,
    ]);
    expect([result.complete, result.fills.length, result.ticks.failed]).toEqual([true, 1, 4]);
    const strict = await backtest({ tape: day, strategies, settings: { onError: { retries: 0 } } });
    expect(strict.ticks.failed).toBe(1);
    const alone = await backtest({ tape: day, strategies: [{ strategy: thrower }] });
    expect([alone.complete, alone.fills.length, alone.to]).toEqual([false, 0, result.to]);
    expect(alone.remarks).toContainEqual(expect.stringMatching(/^The bot ended at .*: Every strategy is disabled/));
  });

  it("keeps its results if it is stopped, and reports that", async () => {
    const controller = new AbortController();
    const tape = tapeOf({ "WETH.eth": walk(20 * 24 * 60) });
    const journal = new ColumnJournal();
    const result = await backtest({
      tape,
      journal,
      strategies: [{ strategy: follower }],
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    expect(result.complete).toBe(false);
    expect(result.to).toBeLessThan(START + 20 * DAY);
    expect(result.time.at(-1)).toBe(result.to);
    expect(result.remarks[0]).toMatch(/^The run was stopped at 2025-/);
    expect(journal.ending).not.toBeNull();
    expect(result.fills.length).toBeGreaterThan(0);
  });

  it("stops with the drawdown stop, as live: holdings are kept, and the competition runs to its end", async () => {
    const falling = Float64Array.from({ length: 600 }, (_, i) => (i < 300 ? 2_000 - 3 * i : 1_000 + i));
    const competition = { startBalances: { "WETH.eth": "1", "USDC.eth": "10" } };
    const run = (share: number) =>
      backtest({
        tape: tapeOf({ "WETH.eth": falling }),
        strategies: [{ strategy: buyer, params: { usd: 5 } }],
        settings: { risk: { drawdownStop: { share, samples: 1 } } },
        competition,
        houseTeams: true,
      });
    const result = await run(0.01);
    expect(result.complete).toBe(false);
    expect(result.remarks[0]).toMatch(/^The bot ended at .*Holdings were kept until /);
    const whole = await run(0.9);
    expect(whole.complete).toBe(true);
    // A point at each sample to the end, as where it went on; and the house teams do.
    expect([...result.time]).toEqual([...whole.time]);
    expect(result.to).toBe(whole.to);
    expect(result.rivals).toEqual(whole.rivals);
    const bought = result.fills.reduce((sum, { toAmount }) => sum + Number(toAmount), 1);
    const cash = result.fills.reduce((sum, { fromAmount }) => sum - Number(fromAmount), 10);
    for (const minute of [400, 599]) expect(result.equity[minute]).toBeCloseTo(bought * falling[minute]! + cash, 6);
    expect(result.finalValue).toBe(result.equity.at(-1));
    // It would end there again.
    expect(lintOf({ result })[0]).toMatchObject({
      code: "INCOMPLETE",
      text: expect.stringContaining("The bot ended at") as string,
      remedy: expect.stringContaining("without that limit") as string,
    });
  });
});
