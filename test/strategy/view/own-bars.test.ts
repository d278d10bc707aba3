import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { BAR_COLUMNS } from "../../../src/model/bar.js";
import { BarSeries } from "../../../src/model/bar-series.js";
import { OwnBars } from "../../../src/strategy/view/own-bars.js";

const MINUTE = 60_000;
const COUNT = 1_000;
const MEGABYTE = 1e6;

/** Bytes that are in use once everything else was collected. */
function inUse(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed;
}

test("bars that are read again and again take little more memory than the bars, however many they are", () => {
  const moments = { count: 0 };
  const series = Array.from({ length: 20 }, () => new BarSeries(MINUTE, COUNT));
  const own = series.map(
    (one) =>
      new OwnBars({ token: "WETH.eth", interval: MINUTE, count: COUNT }, { series: () => one } as never, moments),
  );
  const push = (i: number): void => series.forEach((one) => one.push(i * MINUTE, 1, 1, 1, 1));
  for (let i = 0; i < COUNT; i++) push(i);
  const before = inUse();
  let looked = 0;
  for (let i = COUNT; i < 6 * COUNT; i++) {
    push(i);
    moments.count++;
    for (const { bars } of own) for (const name of BAR_COLUMNS) looked += bars[name].length;
  }
  expect(looked).toBe(5 * COUNT * own.length * BAR_COLUMNS.length * COUNT);
  expect(inUse() - before).toBeLessThan(4 * MEGABYTE);
});
