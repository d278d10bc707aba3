import { expect, test } from "vitest";
import { BarRecord } from "../../src/model/bar-record.js";
import { barsToRows, BarSeries } from "../../src/model/bar-series.js";

const MINUTE = 60_000;

test("a record of bars is the rows that its columns were, however the columns change afterwards", () => {
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
