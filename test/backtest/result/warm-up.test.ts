import { describe, expect, it } from "vitest";
import { backtest } from "../../../src/backtest/backtest.js";
import { backtestWindows } from "../../../src/backtest/windows/windows.js";
import { defineStrategy, z, type Strategy } from "../../../src/index.js";
import type { Bars } from "../../../src/model/bar.js";
import { memoryTape } from "../../../src/tape/memory-tape.js";
import type { Tape } from "../../../src/tape/tape.js";
import { barsOfOpens, DAY, HOUR, known, MINUTE, START, tapeOf, walk } from "../tapes.js";

/** Holds, but needs bars for it. */
const dump = (name: string, schedule: string, interval: string, count: number): { strategy: Strategy } => ({
  strategy: defineStrategy({
    name,
    summary: "Holds.",
    params: z.object({}),
    schedule,
    needs: () => ({ bars: [{ token: "WETH.eth", interval, count }] }),
    decide: ({ hold }) => hold({ reason: "It holds." }),
  }),
});

/** Six days of bars of five minutes, without those of so many hours from the fifth day's tenth hour on. */
function withGap(hours: number): Tape {
  const bars = barsOfOpens(walk(6 * 288), 5 * MINUTE);
  const begins = START + 4 * DAY + 10 * HOUR;
  const left = Array.from(bars.time.keys()).filter((i) => {
    const at = bars.time[i]!;
    return at < begins || at >= begins + hours * HOUR;
  });
  const of = (column: Float64Array): Float64Array => Float64Array.from(left, (i) => column[i]!);
  const { time, open, high, low, close, volume } = bars;
  const columns = {
    time: of(time),
    open: of(open),
    high: of(high),
    low: of(low),
    close: of(close),
    volume: of(volume),
  };
  const some: Bars = { length: left.length, interval: bars.interval, ...columns };
  return memoryTape({ label: "synthetic test", tracks: [{ token: known("WETH.eth"), bars: some }] });
}

const told = ({ remarks }: { readonly remarks: readonly string[] }): string[] =>
  remarks.filter((one) => /warmed up|warming up|could not decide|never had/.test(one));

const hourly = dump("hourly", "0 * * * *", "1h", 5);

describe("a strategy that lacks its bars at the beginning", () => {
  const day = tapeOf({ "WETH.eth": walk(1_440) });

  it("has a remark from when on it decided; one beside it that was not due before it had them has none", async () => {
    const strategies = [dump("noon", "0 12 * * *", "5m", 5), dump("eager", "*/5 * * * *", "5m", 10)].map(
      ({ strategy }) => ({ strategy, allocation: 0.5 }),
    );
    expect(told(await backtest({ tape: day, strategies }))).toEqual([
      "eager warmed up inside the range (10 bars of 5m) and decided from 2025-03-01T00:50:00Z on.",
    ]);
  });

  it("has the remark even if that took less than one of its runs", async () => {
    expect(told(await backtest({ tape: day, strategies: [dump("eager", "*/20 * * * *", "1h", 1)] }))).toEqual([
      "eager warmed up inside the range (1 bar of 1h) and decided from 2025-03-01T01:00:00Z on.",
    ]);
  });

  it("has the remark that it decided nothing if it had them at no run; one that was never due has none", async () => {
    const strategies = [dump("late", "30 3 * * *", "1h", 9), dump("undue", "0 12 * * *", "1h", 9)].map(
      ({ strategy }) => ({ strategy, allocation: 0.5 }),
    );
    const result = await backtest({ tape: day, strategies, to: START + 11 * HOUR });
    expect(told(result)).toEqual(["late never had enough bars, and decided nothing."]);
  });

  it("that decides nothing once it has them does not count as never having had them", async () => {
    const { strategy } = dump("silent", "*/5 * * * *", "5m", 3);
    const silent = { ...strategy, decide: () => [] };
    expect(told(await backtest({ tape: day, strategies: [{ strategy: silent }] }))).toEqual([
      "silent warmed up inside the range (3 bars of 5m) and decided from 2025-03-01T00:15:00Z on.",
    ]);
  });
});

describe("a strategy that lost its bars to a gap", () => {
  const recorded = { tape: withGap(14), strategies: [hourly], bars: "recorded" } as const;

  it("has a remark how often it could not decide, and from when to when", async () => {
    const result = await backtest({ ...recorded, from: START + 4 * DAY });
    expect(result.ticks.warmingUp).toBe(6);
    expect(told(result)).toEqual([
      "hourly could not decide at 6 of its runs, from 2025-03-05T23:00:00Z to 2025-03-06T04:00:00Z: after a gap of the tape its bars were incomplete (5 bars of 1h). Choose a range that ends before the gap or begins long enough after it (--from, --to).",
    ]);
  });

  it("has both remarks if it also waited at the beginning", async () => {
    expect(told(await backtest(recorded))).toEqual([
      "hourly warmed up inside the range (5 bars of 1h) and decided from 2025-03-01T05:00:00Z on.",
      expect.stringMatching(/^hourly could not decide at 6 of its runs, from 2025-03-05T23:00:00Z /),
    ]);
  });

  it("has no remark that the tape has too little before, if the gap lies before the range", async () => {
    const late = { tape: withGap(11), strategies: [hourly], from: START + 4 * DAY + 20 * HOUR };
    expect(told(await backtest(late))).toEqual([
      expect.stringMatching(
        /^hourly could not decide at 4 of its runs, from 2025-03-05T21:00:00Z to 2025-03-06T00:00:00Z: after a gap of the tape its bars were incomplete/,
      ),
    ]);
    const [all, only] = [late.from + 4.5 * HOUR, late.from + 1.5 * HOUR];
    expect(told(await backtest({ ...late, to: all }))).toEqual([
      expect.stringMatching(/^hourly could not decide at any of its 4 runs, from .* to .*: after a gap of the tape/),
    ]);
    expect(told(await backtest({ ...late, to: only }))).toEqual([
      expect.stringMatching(
        /^hourly could not decide at its only run, at 2025-03-05T21:00:00Z: after a gap of the tape/,
      ),
    ]);
  });

  it("is counted separately in windows from those that begin where the tape does", async () => {
    const of = { length: 12 * HOUR, step: 12 * HOUR };
    const gapped =
      "could not decide at some of its runs for lack of bars, for example after a gap. Run a backtest of one of them";
    expect(told(await backtestWindows({ ...recorded, from: START + 4 * DAY }, of))).toEqual([
      expect.stringMatching(`^In 1 of 3 windows a strategy ${gapped}`),
    ]);
    expect(told(await backtestWindows(recorded, of))).toEqual([
      "In 1 of 11 windows a strategy was still warming up at the start, because the tape begins too late.",
      expect.stringMatching(`^In 1 of 11 windows a strategy ${gapped}`),
    ]);
  });
});

it("a strategy whose bars are shorter than the distance of prices gets that remark, and none of a gap", async () => {
  const tape = tapeOf({ "WETH.eth": walk(48) }, { interval: HOUR });
  expect(told(await backtest({ tape, strategies: [dump("quick", "*/20 * * * *", "1m", 2)] }))).toEqual([
    "quick could not decide at any of its 143 runs, from 2025-03-01T00:20:00Z to 2025-03-02T23:40:00Z: its bars (2 bars of 1m) are shorter than the interval of the prices of WETH.eth (1h). Use longer bars.",
  ]);
});
