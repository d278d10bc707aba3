import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { BarBook } from "../../../src/engine/prices/bar-book.js";
import { BarBuilder, LONGEST_HOLE } from "../../../src/model/bar-builder.js";
import type { Bars } from "../../../src/model/bar.js";
import { RecordedBarLine } from "../../../src/model/recorded-bar-line.js";
import { defineStrategy } from "../../../src/strategy/define.js";
import { barsToRows, columnsOf } from "../../support/bar-rows.js";
import { makeWorld, MINUTE, runToEnd, START } from "../world.js";

/** Recorded bars that begin at these minutes; the close says which. */
function recorded(minutes: readonly number[]): Bars {
  const column = (of: (minute: number) => number): Float64Array => Float64Array.from(minutes, of);
  return {
    ...{ length: minutes.length, interval: MINUTE, time: column((m) => START + m * MINUTE) },
    ...{ open: column((m) => 100 + m), high: column((m) => 200 + m), low: column((m) => 50 + m) },
    ...{ close: column((m) => 100 + m), volume: column((m) => 1_000 + m) },
  };
}
const need = { token: "WETH.eth", interval: MINUTE, count: 3 };

describe("recorded bars", () => {
  test("are given out once they have closed, the past that may be asked for at once", () => {
    const line = new RecordedBarLine(recorded([0, 1, 2, 3, 4, 5, 6, 7]), 3);
    line.advance(START + 5 * MINUTE - 1);
    expect(barsToRows(line.series.last(9)).map(({ close }) => close)).toEqual([101, 102, 103]);
    line.advance(START + 5 * MINUTE);
    expect(columnsOf(line.series.last(9)).close).toEqual([102, 103, 104]);
    expect(columnsOf(line.series.last(1)).volume).toEqual([1_004]);
    expect(columnsOf(line.series.last(1)).high).toEqual([204]);
    expect(line.current).toBe(START + 5 * MINUTE);
  });

  test("have flat bars in their holes, and start anew after a long one, as those that are built of prices", () => {
    const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(minutes, (given) => {
        const sorted = given.toSorted((a, b) => a - b);
        const bars = recorded(sorted);
        const line = new RecordedBarLine(bars, 100);
        const builder = new BarBuilder(MINUTE, 100);
        for (let minute = 0; minute <= 80; minute++) {
          const now = START + minute * MINUTE;
          const i = sorted.indexOf(minute);
          if (i >= 0) builder.point(now, bars.close[i] as number);
          line.advance(now);
          builder.advance(now);
          expect(columnsOf(line.series.last(100)).time).toEqual(columnsOf(builder.series.last(100)).time);
          expect(columnsOf(line.series.last(100)).close).toEqual(columnsOf(builder.series.last(100)).close);
        }
        expect(line.series.length).toBe(0);
        expect(80 - (sorted.at(-1) as number)).toBeGreaterThan(LONGEST_HOLE);
      }),
      { numRuns: 100 },
    );
  });

  test("take the place of prices in the book, which says when there will be enough of them", () => {
    const bars = new BarBook([need, { ...need, token: "WBTC.eth" }], {
      bars: (token) => (token === "WETH.eth" ? recorded([0, 1, 2, 3]) : null),
    });
    expect([bars.reach("WETH.eth"), bars.reach("WBTC.eth")]).toEqual([0, 4 * MINUTE]);
    bars.point("WETH.eth", START, 7);
    bars.point("WBTC.eth", START, 7);
    bars.advance(START + MINUTE);
    expect(columnsOf(bars.last("WETH.eth", MINUTE, 3)).close).toEqual([100]);
    expect(columnsOf(bars.last("WBTC.eth", MINUTE, 3)).close).toEqual([7]);
    expect(bars.readyAt([need], START + MINUTE)).toBe(START + 3 * MINUTE);
    bars.advance(START + 3 * MINUTE);
    expect(bars.readyAt([need], START + 3 * MINUTE)).toBeNull();
    const fresh = bars.takeFresh().find(({ token }) => token === "WETH.eth");
    expect(fresh?.bars.map(({ time, volume }) => [(time - START) / MINUTE, volume])).toEqual([
      ...[
        [0, 1_000],
        [1, 1_001],
        [2, 1_002],
      ],
    ]);
    expect(bars.takeFresh()).toEqual([]);
  });

  test("are what a strategy sees, no sooner than they close", async () => {
    const seen: number[][] = [];
    const strategy = defineStrategy({
      ...{ name: "looks", summary: "Looks.", params: z.object({}), schedule: "* * * * *" },
      needs: () => ({ bars: [{ token: "WETH.eth", interval: "1m", count: 2 }] }),
      decide({ bars, now, hold }) {
        const { time, high, volume } = bars("WETH.eth");
        seen.push([
          (now - START) / MINUTE,
          ((time[1] as number) - START) / MINUTE,
          high[1] as number,
          volume[1] as number,
        ]);
        return hold({ reason: "nothing" });
      },
    });
    const all = recorded(Array.from({ length: 20 }, (_, i) => i - 5));
    const ports = { closedBars: { bars: () => all } };
    await runToEnd(makeWorld({ strategies: [strategy], duration: 5 * MINUTE - 1, ports }));
    expect(seen.slice(0, 3)).toEqual([
      [1, 0, 200, 1_000],
      [2, 1, 201, 1_001],
      [3, 2, 202, 1_002],
    ]);
  });
});
