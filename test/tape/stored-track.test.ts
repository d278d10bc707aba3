import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTape, PriceSeries } from "../../src/tape/index.js";
import { saveTape } from "../../src/tape/save-tape.js";
import { columnTrack } from "../../src/tape/track.js";
import { emptyFolder } from "../support/empty-folder.js";

const MINUTE = 60_000;
const token = { name: "A.eth", address: "A", chain: "evm", specificChain: "eth", cash: false } as const;
const column = (...values: number[]): Float64Array => Float64Array.from(values);

async function barTape(): Promise<string> {
  const folder = emptyFolder();
  const [time, open] = [column(0, MINUTE), column(10, 11)];
  const [high, low, close, volume] = [column(12, 13), column(9, 8), column(11, 12), column(5, Number.NaN)];
  const bars = { length: 2, interval: MINUTE, time, open, high, low, close, volume };
  const prices = new PriceSeries(time, open, 2 * MINUTE);
  const track = columnTrack({ token, interval: MINUTE, prices, movedAt: null, bars });
  await saveTape(folder, null, { source: "test", tracks: [{ track, stored: null }], quotes: [] });
  return folder;
}

test("the columns of stored bars are those that were saved, and are read once", async () => {
  const bars = openTape(await barTape()).bars("A.eth");
  expect({ ...bars }).toEqual({
    ...{ length: 2, interval: MINUTE, time: column(0, MINUTE), open: column(10, 11) },
    ...{ high: column(12, 13), low: column(9, 8), close: column(11, 12), volume: column(5, Number.NaN) },
  });
  expect(bars?.high).toBe(bars?.high);
});

test("that there are bars is known without reading their highs, lows, closes and volume", async () => {
  const folder = await barTape();
  const bars = openTape(folder).bars("A.eth");
  for (const name of readdirSync(folder)) if (name.endsWith(".parquet")) rmSync(join(folder, name));
  expect(bars?.open).toEqual(column(10, 11));
  expect(() => bars?.high).toThrow(expect.objectContaining({ code: "TAPE_FILE" }) as Error);
});
