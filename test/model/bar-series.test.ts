import fc from "fast-check";
import { expect, test } from "vitest";
import { BAR_COLUMNS } from "../../src/model/bar.js";
import { BarSeries } from "../../src/model/bar-series.js";
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
        const { start, length, columns } = series.span(count);
        expect(length).toBe(Math.min(count, keep, pushed));
        expect(columns.time.slice(start, start + length)).toEqual(bars.time.slice(bars.length - length));
        for (const name of BAR_COLUMNS)
          expect(series.column(name).subarray(series.end - length, series.end)).toEqual(
            columns[name].subarray(start, start + length),
          );
        expect(barsToRows(bars)).toEqual(
          expected.map((i) => ({ time: i, open: i + 1, high: i + 2, low: i + 3, close: i + 4 })),
        );
      },
    ),
    { numRuns: 60 },
  );
});

test("a listener that must keep the bars is notified once before each change, unless it unsubscribed", () => {
  const holders = ["a", "b", "c"] as const;
  const act = fc.constantFrom("push", "clear", ...holders, "-a", "-b", "-c");
  fc.assert(
    fc.property(fc.array(act, { maxLength: 30, size: "max" }), (acts) => {
      const series = new BarSeries(60_000, 3);
      let [bars, pushed] = [0, 0];
      const told: [holder: string, bars: number][] = [];
      const due: typeof told = [];
      const holds = new Map<string, () => void>(holders.map((name) => [name, () => told.push([name, series.length])]));
      let waiting: string[] = [];
      for (const one of acts) {
        if (one === "push" || one === "clear") {
          due.push(...waiting.map((name): [string, number] => [name, Math.min(bars, 3)]));
          waiting = [];
          bars = one === "push" ? bars + 1 : 0;
          if (one === "clear") series.clear();
          else series.push(++pushed, 1, 1, 1, 1);
        } else if (one.startsWith("-")) {
          waiting = waiting.filter((name) => name !== one.slice(1));
          series.changeFreely(holds.get(one.slice(1)) as () => void);
        } else if (!waiting.includes(one)) {
          waiting.push(one);
          series.beforeChange(holds.get(one) as () => void);
        }
      }
      expect(told).toEqual(due);
      expect(series.pushed).toBe(pushed);
    }),
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
