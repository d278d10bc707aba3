import fc from "fast-check";
import { expect, test } from "vitest";
import type { Bar } from "../../src/model/bar.js";
import { BarSeries, type BarSpan } from "../../src/model/bar-series.js";
import { barsToRows } from "../support/bar-rows.js";

test("the last bars are the latest pushed ones, however many came before", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 6_000 }),
      fc.integer({ min: 1, max: 700 }),
      fc.nat(800),
      (pushed, keep, count) => {
        const series = new BarSeries(60_000, keep);
        for (let i = 0; i < pushed; i++) series.push(i, i + 1, i + 2, i + 3, i + 4);
        const expected = Array.from({ length: pushed }, (_, i) => i).slice(-Math.min(keep, count) || pushed);
        const bars = series.last(count);
        expect(series.length).toBe(Math.min(pushed, keep));
        expect(bars.length).toBe(expected.length);
        expect([series.pushed, series.lastClose]).toEqual([pushed, pushed === 0 ? null : pushed + 3]);
        expect(barsToRows(bars)).toEqual(
          expected.map((i) => ({ time: i, open: i + 1, high: i + 2, low: i + 3, close: i + 4 })),
        );
      },
    ),
    { numRuns: 60 },
  );
});

test("bars that were given stay as they were, whatever the series is given afterwards", () => {
  const act = fc.constantFrom("push", "last", "clear");
  fc.assert(
    fc.property(fc.array(act, { maxLength: 30, size: "max" }), fc.integer({ min: 1, max: 4 }), (acts, keep) => {
      const series = new BarSeries(60_000, keep);
      const given: (readonly [span: BarSpan, rows: Bar[]])[] = [];
      const all: Bar[] = [];
      for (const [i, one] of acts.entries()) {
        if (one === "push")
          // So many that its columns are full time after time.
          for (let j = 0; j < 200; j++) {
            const time = 200 * i + j;
            series.push(time, 2, 4, 1, 3, 5);
            all.push({ time, open: 2, high: 4, low: 1, close: 3, volume: 5 });
          }
        else if (one === "clear") {
          series.clear();
          all.length = 0;
        } else given.push([series.last(keep), all.slice(-keep)]);
      }
      for (const [span, rows] of given) expect(barsToRows(span)).toEqual(rows);
    }),
  );
});

test("its buffer does not grow with the bars that passed through", () => {
  const series = new BarSeries(60_000, 100);
  for (let i = 0; i < 100_000; i++) series.push(i, i, i, i, i);
  expect(series.last(100).columns.close.buffer.byteLength).toBeLessThanOrEqual(512 * 8);
});

test("a series that was cleared is empty", () => {
  const series = new BarSeries(60_000, 10);
  series.push(1, 1, 1, 1, 1);
  series.clear();
  expect([series.length, series.lastClose, series.last(5).length]).toEqual([0, null, 0]);
});
