import fc from "fast-check";
import { describe, expect, expectTypeOf, it, vi } from "vitest";
import { backtest } from "../../../src/backtest/backtest.js";
import type { BacktestOptions } from "../../../src/backtest/plan/options.js";
import type { BacktestResult, WindowResult } from "../../../src/backtest/result/result.js";
import { spreadOf, summariseWindows } from "../../../src/backtest/windows/windows-summary.js";
import { backtestWindows, runWindows, windowResult, type RunWindow } from "../../../src/backtest/windows/windows.js";
import { WindowsError } from "../../../src/backtest/windows/windows-error.js";
import { windowsOf } from "../../../src/backtest/windows/windows-of.js";
import { ColumnJournal } from "../../../src/journal/columns/column-journal.js";
import { KNOWN_TOKENS } from "../../../src/model/known-tokens.js";
import type { Token } from "../../../src/model/token.js";
import { TokenRegistry } from "../../../src/model/token-registry.js";
import { defineStrategy } from "../../../src/strategy/define.js";
import { token } from "../../../src/strategy/bind/token-param.js";
import { memoryTape } from "../../../src/tape/index.js";
import { z } from "zod";
import { aFill } from "../lint/a-result.js";

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2024, 0, 1);

const weth = new TokenRegistry(KNOWN_TOKENS).get("WETH.eth") as Token;

/** Five days of prices, a point every ten minutes, in a slow wave. */
const times = Float64Array.from({ length: 5 * 144 }, (_, i) => START + i * 10 * MINUTE);
const tape = memoryTape({
  label: "a wave",
  tracks: [{ token: weth, times, prices: times.map((_, i) => 2000 + 100 * Math.sin(i / 40)) }],
});

/** Buys in the upper half of an hour's range and sells in the lower one, so that it trades in every window. */
const inAndOut = defineStrategy({
  name: "in-and-out",
  summary: "Holds WETH in every other four hours.",
  params: z.object({ token: token("WETH.eth") }),
  schedule: "0 */4 * * *",
  needs: ({ token }) => ({ bars: [{ token, interval: "1h", count: 6 }] }),
  decide: ({ params, now, target }) =>
    target({ weights: { [params.token]: (now / (4 * HOUR)) % 2 === 0 ? 0.2 : 0 }, reason: "The time of day." }),
});

const options: BacktestOptions = { tape, strategies: [{ strategy: inAndOut }], houseTeams: true, seed: "windows" };

/** What a run of a window is made of, where only figures matter. */
const resultWith = (figures: Partial<BacktestResult> = {}): BacktestResult => ({
  ...{ strategies: [], tape: { label: "", fingerprint: "", interval: 1, tokens: [] }, seed: "", settings: {}, from: 0 },
  ...{
    to: 0,
    complete: true,
    ticks: { decided: 1, warmingUp: 0, failed: 0 },
    fills: [aFill()],
    staleFills: null,
    refusals: [],
    closed: [],
  },
  ...{ decisions: { swap: 1, target: 0, cancel: 0, hold: 1 }, initialBalances: {}, initialValue: 100, finalValue: 100 },
  ...{ time: new Float64Array(0), equity: new Float64Array(0), rivals: [], metrics: {}, breaches: [], remarks: [] },
  ...figures,
});

const windowWith = (finalValue: number, rivals: Record<string, number> = {}, maxDrawdown = 0): WindowResult => ({
  ...{
    from: 0,
    to: 1,
    initialValue: 100,
    finalValue,
    totalReturn: finalValue / 100 - 1,
    maxDrawdown,
    trades: 0,
    rivals,
  },
});

describe("the list of windows", () => {
  it("has every one that lies wholly in the range, from its beginning on", () => {
    expect(windowsOf({ from: 10, to: 20 }, 4, 3)).toEqual([
      { from: 10, to: 14 },
      { from: 13, to: 17 },
      { from: 16, to: 20 },
    ]);
    expect(windowsOf({ from: 0, to: 10 }, 10, 1)).toHaveLength(1);
  });

  it("never exceeds the range, and leaves no room for another one", () => {
    const spans = fc.record({
      from: fc.nat(1e6),
      span: fc.integer({ min: 1, max: 1e5 }),
      length: fc.integer({ min: 1, max: 1e5 }),
    });
    fc.assert(
      fc.property(spans, fc.integer({ min: 2, max: 1e5 }), ({ from, span, length }, step) => {
        fc.pre(length <= span);
        const windows = windowsOf({ from, to: from + span }, length, step);
        const last = windows.at(-1);
        expect(
          windows.every((window, i) => window.from === from + i * step && window.to - window.from === length),
        ).toBe(true);
        expect((last?.to ?? Infinity) <= from + span && (last?.to ?? 0) + step > from + span).toBe(true);
      }),
    );
  });

  it.each([
    ["no length", 0, 1, "A window's length is 0 ms"],
    ["a length that is no number", NaN, 1, "A window's length is NaN ms"],
    ["no step", 5, 0, "The step from window to window is 0 ms"],
    ["a step backwards", 5, -1, "The step from window to window is -1 ms"],
    ["a length beyond the range", 11, 1, "No window of 11ms fits into 10ms (1970-01-01T00:00:00.000Z to"],
    ["a step of a typing error", 0.00001, 0.00001, "are too many"],
  ])("is refused for %s, with a remedy", (_, length, step, message) => {
    const windows = (): unknown => windowsOf({ from: 0, to: 10 }, length, step);
    expect(windows).toThrow(WindowsError);
    expect(windows).toThrow(message);
    try {
      windows();
    } catch (error) {
      expect((error as WindowsError).remedy).not.toBe("");
    }
  });
});

describe("the summary of windows", () => {
  it("counts who ended ahead, a tie as half, over the windows that a rival was in", () => {
    const windows = [
      windowWith(110, { cash: 100, late: 120 }),
      windowWith(100, { cash: 100 }),
      windowWith(90, { cash: 100, late: 80 }),
      windowWith(100.00000000001, { cash: 100.00000000001 + 1e-12 }),
    ];
    expect(summariseWindows(windows, 7, 1).ahead).toEqual({ cash: 0.5, late: 0.5 });
  });

  it("has the worst and the best window, and spreads with interpolated percentiles", () => {
    const windows = [90, 130, 100, 120, 110].map((value, i) => windowWith(value, {}, -i / 10));
    const { worst, best, returns, drawdowns } = summariseWindows(windows, 7, 1);
    expect([worst, best]).toEqual([windows[0], windows[1]]);
    expect(returns.median).toBeCloseTo(0.1, 12);
    expect(returns.p05).toBeCloseTo(-0.08, 12);
    expect([drawdowns.worst, drawdowns.best, drawdowns.p25]).toEqual(
      [-0.4, 0, -0.3].map((x) => expect.closeTo(x, 12) as number),
    );
  });

  it("has spreads that rise from the worst to the best, around the mean", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 5, noNaN: true }), { minLength: 1, maxLength: 40 }), (values) => {
        const { worst, p05, p25, median, p75, p95, best, mean } = spreadOf(values);
        const rising = [worst, p05, p25, median, p75, p95, best];
        expect(rising.every((value, i) => i === 0 || value >= (rising[i - 1] ?? NaN) - 1e-12)).toBe(true);
        expect(mean >= worst - 1e-12 && mean <= best + 1e-12).toBe(true);
      }),
    );
  });

  it("is empty without a window", () => {
    expect(() => summariseWindows([], 1, 1)).toThrow("No window to summarise");
  });
});

describe("running windows", () => {
  const range = { from: 0, to: 10 };

  it("gives each a seed of its own, whichever others are run", async () => {
    const seeds = async (step: number): Promise<string[]> => {
      const seen: string[] = [];
      await runWindows(range, "s", { length: 4, step }, (_, seed) => {
        seen.push(seed);
        return Promise.resolve(resultWith());
      });
      return seen;
    };
    expect(await seeds(3)).toEqual(["s/0", "s/3", "s/6"]);
    expect(await seeds(6)).toEqual(["s/0", "s/6"]);
  });

  it("reports its progress, and whether windows overlap", async () => {
    const told: string[] = [];
    const run: RunWindow = (window) => Promise.resolve(resultWith(window));
    const onProgress = (done: number, of: number): void => void told.push(`${done}/${of}`);
    const overlapping = await runWindows(range, "s", { length: 4, step: 3, onProgress }, run);
    expect(told).toEqual(["1/3", "2/3", "3/3"]);
    expect([overlapping.complete, overlapping.remarks]).toEqual([
      true,
      [expect.stringContaining("overlap, up to 2 at a time")],
    ]);
    expect((await runWindows(range, "s", { length: 5, step: 5 }, run)).remarks).toEqual([]);
  });

  it("keeps its results when it is stopped, without the unfinished window, and reports that", async () => {
    const stop = new AbortController();
    const { windows, complete, remarks } = await runWindows(
      range,
      "s",
      { length: 5, step: 1, signal: stop.signal },
      (window) => {
        if (window.from === 2) stop.abort(new Error("by hand"));
        return Promise.resolve(resultWith({ ...window, complete: window.from < 2 }));
      },
    );
    expect([windows.length, complete, remarks[0]]).toEqual([
      2,
      false,
      "Stopped after 2 of 6 windows; the later ones are missing.",
    ]);
  });

  it("ends with the signal's reason if no window was complete", async () => {
    const stop = AbortSignal.abort(new Error("by hand"));
    const run: RunWindow = () => Promise.reject(new Error("was run"));
    await expect(runWindows(range, "s", { length: 5, step: 1, signal: stop }, run)).rejects.toThrow("by hand");
  });

  it("counts a window in which every strategy was disabled: it is a competition that ended badly", async () => {
    const disabled = [
      { name: "s", version: "", params: {}, allocation: 1, disabled: { at: 0, why: "It threw.", remedy: "" } },
    ];
    const run: RunWindow = (window) =>
      Promise.resolve(resultWith({ ...window, complete: false, strategies: disabled }));
    const { windows, remarks } = await runWindows(range, "s", { length: 5, step: 5 }, run);
    expect([windows.length, remarks]).toEqual([2, ["In 2 of 2 windows a strategy was disabled."]]);
  });

  it("counts the windows that a risk limit ended early", async () => {
    const ended = { complete: false, remarks: ["The bot ended at 2025-03-01 00:01: it fell. What was held then …"] };
    const run: RunWindow = (window) => Promise.resolve(resultWith({ ...window, ...(window.from === 0 && ended) }));
    const { windows, remarks } = await runWindows(range, "s", { length: 5, step: 5 }, run);
    expect([windows.length, remarks]).toEqual([
      2,
      [expect.stringContaining("In 1 of 2 windows a risk limit ended the bot before the competition was over")],
    ]);
  });

  it("counts the windows without a trade", async () => {
    const run: RunWindow = (window) =>
      Promise.resolve(resultWith({ ...window, ...(window.from > 0 && { fills: [] }) }));
    const { remarks } = await runWindows(range, "s", { length: 5, step: 5 }, run);
    expect(remarks).toEqual([
      "In 1 of 2 windows nothing was traded. Run a backtest of one of them (`--from`, `--to`) to see why.",
    ]);
  });

  const WARMED_UP = "s warmed up inside the range (5 bars of 1h) and decided from 2024-01-01T05:00:00Z on.";

  it("repeats the remarks of all windows, not those of some", async () => {
    const run: RunWindow = ({ from, to }) =>
      Promise.resolve(
        resultWith({
          ...{ from, to },
          remarks: ["Of all.", `Of ${from}.`, ...(from === 0 ? [WARMED_UP] : [])],
        }),
      );
    const { remarks } = await runWindows(range, "s", { length: 5, step: 5 }, run);
    expect(remarks).toEqual([expect.stringContaining("In 1 of 2 windows a strategy was still warming up"), "Of all."]);
  });

  it("keeps the deepest fall of a window's equity", () => {
    const equity = Float64Array.of(100, 120, 90, 130);
    expect(windowResult({ from: 0, to: 1 }, resultWith({ equity, finalValue: 130 }))).toMatchObject({
      maxDrawdown: -0.25,
      totalReturn: expect.closeTo(0.3, 12) as number,
    });
  });
});

describe("backtestWindows", () => {
  it("runs each window as the backtest of that range, with its own balances, seed and warm-up", async () => {
    const result = await backtestWindows(options, { length: 2 * DAY, step: DAY });
    expect(result.windows.map(({ from }) => (from - START) / DAY)).toEqual([0, 1, 2, 3]);
    const [, second] = result.windows;
    const alone = await backtest({
      ...options,
      from: START + DAY,
      to: START + 3 * DAY,
      seed: `windows/${START + DAY}`,
    });
    expect(second).toEqual(windowResult({ from: START + DAY, to: START + 3 * DAY }, alone));
    expect(alone.ticks.warmingUp).toBe(0);
    for (const window of result.windows) expect([window.initialValue, window.trades > 2]).toEqual([15_000, true]);
    expect(Object.keys(result.ahead)).toEqual([
      "hold WETH.eth",
      "cash",
      "house-hold-cash",
      "house-equal-weights",
      "house-random",
    ]);
    expect(result.ahead["house-hold-cash"]).toBe(result.ahead["cash"]);
  });

  it("names a strategy that was never due, with the number of such windows and the first of them", async () => {
    const undue = async (length: number, step: number, to?: number) => {
      const range = { from: START + DAY, ...(to !== undefined && { to: START + DAY + to }) };
      const { remarks } = await backtestWindows({ ...options, ...range }, { length, step });
      return remarks.filter((remark) => remark.includes("never due"));
    };
    // Due every four hours: what is due at a window's beginning or end is not decided.
    expect(await undue(4 * HOUR, 12 * HOUR)).toEqual([
      "In 8 of 8 windows in-and-out was never due: in the first of them its next run is 2024-01-02T04:00:00.000Z, and the competition ends at 2024-01-02T04:00:00.000Z. Give it a schedule that fires before then, in its file. Or take longer --windows.",
    ]);
    expect(await undue(2 * HOUR, HOUR, 5 * HOUR)).toEqual([
      expect.stringMatching(/^In 3 of 4 windows in-and-out was never due: in the first of them /),
    ]);
    // Of a single window, which says so itself, once.
    expect(await undue(2 * HOUR, HOUR, 2 * HOUR)).toEqual([
      expect.stringMatching(/^In 1 of 1 windows in-and-out was never due: there its next run /),
    ]);
    expect(await undue(5 * HOUR, DAY)).toEqual([]);
  });

  it("gives the same windows again, whatever the steps", async () => {
    const [wide, narrow] = await Promise.all([
      backtestWindows(options, { length: DAY, step: 2 * DAY }),
      backtestWindows({ ...options, from: START + 2 * DAY }, { length: DAY, step: DAY }),
    ]);
    expect(narrow.windows[0]).toEqual(wide.windows[1]);
    expect(narrow.windows[2]).toEqual(wide.windows[2]);
  });

  it("refuses a window that is longer than the tape, and all that a backtest refuses", async () => {
    await expect(backtestWindows(options, { length: 6 * DAY, step: DAY })).rejects.toThrow(
      "No window of 6d fits into 5d",
    );
    await expect(backtestWindows({ ...options, latency: -1 }, { length: DAY, step: DAY })).rejects.toThrow(
      "Invalid latency: -1",
    );
  });

  it("journals no window: a given journal or progress is left unchanged", async () => {
    expectTypeOf<keyof Parameters<typeof backtestWindows>[0]>().extract<"journal" | "onProgress">().toBeNever();
    const [journal, onProgress] = [new ColumnJournal(), vi.fn()];
    await backtestWindows({ ...options, ...{ journal, onProgress } }, { length: 5 * DAY, step: DAY });
    expect([journal.run, onProgress.mock.calls]).toEqual([null, []]);
  });
});
