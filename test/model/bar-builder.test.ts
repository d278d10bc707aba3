import fc from "fast-check";
import { expect, test } from "vitest";
import type { Bar } from "../../src/model/bar.js";
import { BarBuilder, LONGEST_HOLE } from "../../src/model/bar-builder.js";
import { barsToRows } from "../support/bar-rows.js";

const MINUTE = 60_000;
type Point = readonly [at: number, usd: number];

/** Bars by grouping, the plain way: a flat bar where no point lies, everything forgotten after too long a hole. */
function naive(points: readonly Point[], now: number, interval: number): Bar[] {
  const start = (at: number): number => Math.floor(at / interval) * interval;
  const groups = new Map<number, number[]>();
  for (const [at, usd] of points) groups.set(start(at), [...(groups.get(start(at)) ?? []), usd]);
  const [first] = groups.keys();
  let bars: Bar[] = [];
  let hole = 0;
  for (let time = first ?? now; time < start(now); time += interval) {
    const prices = groups.get(time);
    const last = bars.at(-1);
    hole = prices === undefined ? hole + 1 : 0;
    if (hole > LONGEST_HOLE) bars = [];
    else if (prices !== undefined)
      bars.push({
        time,
        open: prices[0] as number,
        high: Math.max(...prices),
        low: Math.min(...prices),
        close: prices.at(-1) as number,
      });
    else if (last !== undefined)
      bars.push({ time, open: last.close, high: last.close, low: last.close, close: last.close });
  }
  return bars;
}

/** Often to the very end of an interval; seldom longer than a hole may be. */
const wait = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 4 * MINUTE }) },
  { weight: 4, arbitrary: fc.nat(16).map((quarters) => (quarters * MINUTE) / 4) },
  { weight: 1, arbitrary: fc.integer({ min: LONGEST_HOLE - 2, max: LONGEST_HOLE + 4 }).map((n) => n * MINUTE) },
);
const points = fc
  .array(fc.tuple(wait, fc.double({ min: 0.01, max: 1e6, noNaN: true })), { maxLength: 60 })
  .map((steps) => {
    let at = 28_333_333 * MINUTE;
    return steps.map(([wait, usd]): Point => [(at += wait), usd]);
  });

test("bars equal the points grouped by interval, however often the clock is read", () => {
  fc.assert(
    fc.property(points, wait, fc.boolean(), (given, rest, looking) => {
      const builder = new BarBuilder(MINUTE, 1_000);
      let now = given[0]?.[0] ?? 0;
      for (const [at, usd] of given) {
        if (looking) for (; now < at; now += MINUTE / 2) builder.advance(now);
        builder.point(at, usd);
      }
      const end = (given.at(-1)?.[0] ?? 0) + rest;
      if (looking) for (; now < end; now += MINUTE / 2) builder.advance(now);
      now = end;
      builder.advance(now);
      expect(barsToRows(builder.series.last(1_000))).toEqual(naive(given, now, MINUTE));
    }),
    { numRuns: 200 },
  );
});

test("a point at the end of an interval belongs to the next bar", () => {
  const builder = new BarBuilder(MINUTE, 10);
  builder.point(0, 1);
  builder.point(MINUTE - 1, 2);
  builder.point(MINUTE, 3);
  expect(barsToRows(builder.series.last(10))).toEqual([{ time: 0, open: 1, high: 2, low: 1, close: 2 }]);
});

test("a bar exists only once its interval is over", () => {
  const builder = new BarBuilder(MINUTE, 10);
  builder.point(5, 1);
  builder.advance(MINUTE - 1);
  expect(builder.series.length).toBe(0);
  builder.advance(MINUTE);
  expect(builder.series.length).toBe(1);
});

test("a gap that is too long to fill starts the series anew", () => {
  const builder = new BarBuilder(MINUTE, 100);
  builder.point(0, 1);
  builder.point((LONGEST_HOLE + 1) * MINUTE, 2);
  expect(builder.series.length).toBe(LONGEST_HOLE + 1);
  builder.point((2 * LONGEST_HOLE + 3) * MINUTE, 3);
  expect(builder.series.length).toBe(0);
});

test("a point that is older than the bar being built is ignored", () => {
  const builder = new BarBuilder(MINUTE, 10);
  builder.point(5 * MINUTE, 5);
  builder.point(MINUTE, 1);
  builder.advance(6 * MINUTE);
  expect(barsToRows(builder.series.last(10))).toEqual([{ time: 5 * MINUTE, open: 5, high: 5, low: 5, close: 5 }]);
});

test("each bar is counted once, as it closes, however many are kept", () => {
  const builder = new BarBuilder(MINUTE, 3);
  for (let i = 0; i < 50; i++) {
    expect(builder.series.pushed).toBe(Math.max(0, i - 1));
    builder.point(i * MINUTE, i + 1);
  }
  expect(builder.series.pushed).toBe(49);
  expect(builder.series.length).toBe(3);
});
