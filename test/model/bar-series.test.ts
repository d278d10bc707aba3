import fc from "fast-check";
import { expect, test } from "vitest";
import { barsToRows, BarSeries } from "../../src/model/bar-series.js";

test("the last bars are those that were pushed last, however many came before", () => {
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
        expect(barsToRows(bars)).toEqual(
          expected.map((i) => ({ time: i, open: i + 1, high: i + 2, low: i + 3, close: i + 4 })),
        );
      },
    ),
    { numRuns: 60 },
  );
});

test("bars are views of the series' own memory, not copies", () => {
  const series = new BarSeries(60_000, 10);
  for (let i = 0; i < 10; i++) series.push(i, i, i, i, i);
  expect(series.last(5).close.buffer).toBe(series.last(2).close.buffer);
});

test("its memory does not grow with the bars that passed through", () => {
  const series = new BarSeries(60_000, 100);
  for (let i = 0; i < 100_000; i++) series.push(i, i, i, i, i);
  expect(series.last(100).close.buffer.byteLength).toBeLessThanOrEqual(512 * 8);
});

test("a series that was cleared is empty", () => {
  const series = new BarSeries(60_000, 10);
  series.push(1, 1, 1, 1, 1);
  series.clear();
  expect([series.length, series.lastClose, series.last(5).length]).toEqual([0, null, 0]);
});
