import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backtest } from "../../../src/backtest/backtest.js";
import { documentOf } from "../../../src/app/backtest/document.js";
import { lintOf } from "../../../src/backtest/lint/index.js";
import { gapRemarks, isWithoutPrices } from "../../../src/backtest/result/gaps.js";
import { backtestWindows } from "../../../src/backtest/windows/windows.js";
import { formatLength } from "../../../src/core/time/duration.js";
import { memoryTape } from "../../../src/tape/memory-tape.js";
import type { Tape } from "../../../src/tape/tape.js";
import { buyer } from "../strategies.js";
import { HOUR, known, MINUTE, START, tapeOf, walk } from "../tapes.js";

const START_ISO = new Date(START + 2 * HOUR - MINUTE).toISOString().replace(".000Z", "Z");

/** Six hours of prices of each minute, without those of two hours. */
function withGap(): Tape {
  const minutes = Array.from({ length: 360 }, (_, i) => i).filter((i) => i < 120 || i >= 240);
  const prices = walk(360);
  return memoryTape({
    label: "synthetic test",
    tracks: [
      {
        token: known("WETH.eth"),
        times: Float64Array.from(minutes, (i) => START + i * MINUTE),
        prices: Float64Array.from(minutes, (i) => prices[i]!),
      },
    ],
  });
}

const tape = withGap();
const range = { from: START, to: START + 6 * HOUR };
const tokens = ["WETH.eth"];
const remarksOf = (result: { readonly remarks: readonly string[] }): string =>
  result.remarks.filter((one) => one.startsWith("The tape has gaps")).join();

describe("gaps of a tape", () => {
  it("are reported, with the fills made at the price from before one", async () => {
    const bought = await backtest({ tape, strategies: [{ strategy: buyer, params: { at: "0 3 * * *" } }] });
    expect(bought.fills.length).toBe(1);
    expect(remarksOf(bought)).toBe(
      `The tape has gaps, 1 in the prices of WETH.eth. The last price was kept in them, at most for 2h1m (WETH.eth from ${START_ISO}); 1 of 1 fills used such a price, up to 1h1m1s old, which was not tradable.`,
    );
    const later = await backtest({ tape, strategies: [{ strategy: buyer, params: { at: "0 5 * * *" } }] });
    expect(remarksOf(later)).toContain("no fill used such a price");
  });

  it("are ignored outside of the run, and none if every price is there", async () => {
    expect(gapRemarks({ tape, tokens, range: { from: START, to: START + 2 * HOUR }, fills: [], stale: null })).toEqual(
      [],
    );
    expect(
      gapRemarks({ tape, tokens, range: { from: START + 4 * HOUR, to: range.to }, fills: [], stale: null }),
    ).toEqual([]);
    const whole = tapeOf({ "WETH.eth": walk(60) });
    expect(remarksOf(await backtest({ tape: whole, strategies: [{ strategy: buyer }] }))).toBe("");
  });

  it("equal those of a walk over every price, whatever the times and the range", () => {
    const steps = fc.array(fc.constantFrom(1, 1, 1, 1, 2, 3, 9), { minLength: 1, maxLength: 40 });
    const walked = (times: Float64Array, { from, to }: typeof range): [count: number, longest: number] => {
      let [count, longest] = [0, 0];
      times.forEach((last, i) => {
        const next = Math.min(to, times[i + 1] ?? to);
        if (last >= to || next - last <= 1.5 * MINUTE || next <= from) return;
        count++;
        longest = Math.max(longest, next - Math.max(from, last));
      });
      return [count, longest];
    };
    fc.assert(
      fc.property(steps, fc.nat(60), fc.integer({ min: 1, max: 60 }), (minutes, begin, length) => {
        let at = START;
        const times = Float64Array.from(minutes, (step) => (at += step * MINUTE));
        const prices = new Float64Array(times.length).fill(2_000);
        const track = { token: known("WETH.eth"), times, prices, interval: MINUTE };
        const uneven = memoryTape({ label: "synthetic test", tracks: [track] });
        const part = { from: START + begin * MINUTE, to: START + (begin + length) * MINUTE };
        const [count, longest] = walked(times, part);
        const said = gapRemarks({ tape: uneven, tokens, range: part, fills: [], stale: null }).join();
        if (count === 0) expect(said).toBe("");
        else {
          expect(said).toContain(`The tape has gaps, ${count} in the prices of WETH.eth.`);
          expect(said).toContain(`at most for ${formatLength(longest)} (`);
        }
      }),
    );
  });

  it("count from the run's beginning if they are under way then, and to its end", () => {
    const inside = { from: START + 2.5 * HOUR, to: START + 3 * HOUR };
    expect(gapRemarks({ tape, tokens, range: inside, fills: [], stale: null }).join()).toContain(
      "kept in them, at most for 30m ",
    );
    const uneven = { from: inside.from, to: inside.to + 717 };
    expect(gapRemarks({ tape, tokens, range: uneven, fills: [], stale: null }).join()).toContain(
      "kept in them, at most for 30m1s ",
    );
  });

  it("are reported with the number of their windows; windows without a price are left out, and counted", async () => {
    const options = { tape, strategies: [{ strategy: buyer, params: { at: "0 2 * * *" } }] };
    const long = await backtestWindows(options, { length: 3 * HOUR, step: 3 * HOUR });
    expect(long.leftOut).toBe(0);
    expect(long.remarks).toContain(
      "In 2 of 2 windows the tape has gaps, in which the last price was kept. Trades in a gap were not possible.",
    );
    expect(long.remarks).toContain(
      "In 1 of 2 windows fills were made at the last price before a gap, 1 of 1 in all (STALE_FILLS).",
    );
    const short = await backtestWindows(options, { length: HOUR, step: HOUR });
    expect(short.windows.map(({ from }) => (from - START) / HOUR)).toEqual([0, 1, 4, 5]);
    expect([short.leftOut, short.complete]).toEqual([2, true]);
    expect(short.remarks).toContain("2 windows were left out, because no traded token has a price there.");
    const inGap = { from: START + 2 * HOUR, to: START + 4 * HOUR };
    await expect(backtestWindows({ ...options, ...inGap }, { length: HOUR, step: HOUR })).rejects.toMatchObject({
      code: "WINDOWS",
      message: "None of the 2 windows has a price; all lie in gaps of the tape",
    });
  });

  it("leave out no window whose price is that of a bar that continues", () => {
    const daily = tapeOf({ "WETH.eth": walk(4) }, { interval: 24 * HOUR });
    const at = (hour: number) => ({ from: START + hour * HOUR, to: START + (hour + 1) * HOUR });
    expect([0, 5, 23, 95].map((hour) => isWithoutPrices(daily, tokens, at(hour)))).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(
      [119, 120, 150, 239, 240].map((minute) =>
        isWithoutPrices(tape, tokens, { from: START + minute * MINUTE, to: START + (minute + 1) * MINUTE }),
      ),
    ).toEqual([false, true, true, true, false]);
  });
});

describe("fills after the last bar before a gap", () => {
  /** Minute bars to Friday 22:00, and from Monday on. */
  const friday = Date.UTC(2025, 2, 7, 21);
  const weekend = (): Tape => {
    const minutes = [...Array.from({ length: 61 }, (_, i) => i), ...Array.from({ length: 60 }, (_, i) => 3_000 + i)];
    const times = Float64Array.from(minutes, (i) => friday + i * MINUTE);
    return memoryTape({
      label: "synthetic test",
      tracks: [{ token: known("WETH.eth"), times, prices: times.map((_, i) => 2_000 + i) }],
    });
  };
  const run = (at: string) =>
    backtest({ tape: weekend(), latency: 2_000, strategies: [{ strategy: buyer, params: { at } }] });

  it.each(["1 22 * * *", "59 0 22 * * *", "30 5 22 * * *"])("are findings with a code: decided at %s", async (at) => {
    const result = await run(at);
    expect(result.fills.map((fill) => fill.at)).toHaveLength(1);
    expect(result.staleFills).toMatchObject({ count: 1, first: result.fills[0]?.at });
    expect(lintOf({ result })).toContainEqual(
      expect.objectContaining({
        code: "STALE_FILLS",
        severity: "problem",
        text: expect.stringMatching(
          /^1 of 1 fills were made in gaps of the tape, the first at 2025-03-07 22:0[15]/,
        ) as string,
      }),
    );
    expect(remarksOf(result)).toContain("1 of 1 fills used such a price");
    expect(documentOf({ result, windows: null, lookahead: null })["staleFills"]).toMatchObject({ count: 1 });
  });

  it("are none within that bar, and none after the gap", async () => {
    for (const at of ["0 22 * * *", "30 0 22 * * *", "1 23 * * 0"]) {
      const result = await run(at);
      expect(result.fills, at).toHaveLength(1);
      expect(result.staleFills, at).toBeNull();
      expect(lintOf({ result }).map(({ code }) => code)).not.toContain("STALE_FILLS");
    }
  });
});

describe("house teams", () => {
  it("do not buy tokens without prices up to the end, which would be worth nothing then", async () => {
    const flat = (price: number, count: number) => new Float64Array(count).fill(price);
    const { rivals } = await backtest({
      tape: tapeOf({ "WETH.eth": flat(2_000, 360), "WBTC.eth": flat(60_000, 60) }),
      strategies: [{ strategy: buyer }],
      houseTeams: true,
    });
    const house = rivals.filter(({ kind }) => kind === "house");
    expect(house.map(({ finalValue }) => finalValue > 14_900)).toEqual([true, true, true]);
  });
});
