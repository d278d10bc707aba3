import fc from "fast-check";
import { expect, test } from "vitest";
import { BarRecord } from "../../src/model/bar-record.js";
import { BarSeries } from "../../src/model/bar-series.js";
import { barsToRows } from "../support/bar-rows.js";

const MINUTE = 60_000;

test("a record of bars keeps its rows, however the columns change afterwards", () => {
  const series = new BarSeries(MINUTE, 3);
  series.push(0, 1, 3, 0.5, 2);
  series.push(MINUTE, 2, 4, 1.5, 3, 7);
  const rows = barsToRows(series.last(2));
  const record = new BarRecord("WETH.eth", series.last(2));
  for (let i = 2; i < 2_000; i++) series.push(i * MINUTE, i, i, i, i, i);
  expect({ token: record.token, interval: record.interval, bars: record.bars }).toEqual({
    token: "WETH.eth",
    interval: MINUTE,
    bars: rows,
  });
  expect(Object.keys(record.bars[0] ?? {})).not.toContain("volume");
});

test("a record gives back the very rows: with one price a bar, without volume, or with all but one bar so", () => {
  const price = fc.double({ min: 0.01, max: 1e6, noNaN: true });
  const flat = price.map((usd) => [usd, usd, usd, usd, Number.NaN] as const);
  const sampled = fc.constantFrom<readonly [number, number, number, number, number]>(
    [2, 3, 2, 2, Number.NaN],
    [2, 2, 1, 2, Number.NaN],
    [2, 3, 1, 3, Number.NaN],
    [2, 2, 2, 1, Number.NaN],
    [2, 2, 2, 2, 0],
  );
  const rows = fc.tuple(fc.array(flat, { maxLength: 5 }), fc.option(sampled), fc.array(flat, { maxLength: 5 }));
  fc.assert(
    fc.property(rows, ([before, one, after]) => {
      const all = [...before, ...(one === null ? [] : [one]), ...after];
      const series = new BarSeries(MINUTE, 20);
      all.forEach((bar, i) => series.push(i * MINUTE, ...bar));
      for (const count of [20, 3])
        expect(new BarRecord("WETH.eth", series.last(count)).bars).toEqual(barsToRows(series.last(count)));
    }),
  );
});
