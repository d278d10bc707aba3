import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTape, PriceSeries } from "../../../src/tape/index.js";
import { writeParquet } from "../../../src/tape/parquet/write.js";
import { saveTape } from "../../../src/tape/folder/save-tape.js";
import { columnTrack } from "../../../src/tape/track.js";
import { emptyFolder } from "../../support/empty-folder.js";

const MINUTE = 60_000;
const token = { name: "A.eth", address: "A", chain: "evm", specificChain: "eth", cash: false } as const;
const column = (...values: number[]): Float64Array => Float64Array.from(values);

const QUOTE = { from: "A.eth", to: "B.eth", fromAmount: 1, toAmount: 10, fromPrice: 10, toPrice: null };
const quotes = [
  { at: 0, ...QUOTE },
  { at: MINUTE, ...QUOTE },
];

async function barTape(): Promise<string> {
  const folder = emptyFolder();
  const [time, open] = [column(0, MINUTE), column(10, 11)];
  const [high, low, close, volume] = [column(12, 13), column(9, 8), column(11, 12), column(5, Number.NaN)];
  const bars = { length: 2, interval: MINUTE, time, open, high, low, close, volume };
  const prices = new PriceSeries(time, open, 2 * MINUTE);
  const track = columnTrack({ token, interval: MINUTE, prices, movedAt: null, bars });
  await saveTape(folder, null, { source: "test", tracks: [{ track, stored: null }], quotes });
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

test("the existence of bars is known without reading their highs, lows, closes and volume", async () => {
  const folder = await barTape();
  const bars = openTape(folder).bars("A.eth");
  for (const name of readdirSync(folder)) if (name.endsWith(".parquet")) rmSync(join(folder, name));
  expect(bars?.open).toEqual(column(10, 11));
  expect(() => bars?.high).toThrow(expect.objectContaining({ code: "TAPE_FILE" }) as Error);
});

/** The tape's bars as another tool would write them anew. */
async function rewritten(given: Partial<Record<"time" | "open" | "high" | "close", Float64Array>>): Promise<string> {
  const folder = await barTape();
  const columns = { time: column(0, MINUTE), high: column(12, 13), close: column(11, 12), ...given };
  const all = { open: column(10, 11), low: column(9, 8), volume: column(5, 6), ...columns };
  const written = Object.entries(all).map(([name, values]) => ({ name, kind: "number" as const, values }));
  await writeParquet(join(folder, "bars-A.eth.parquet"), written);
  return folder;
}

test.each([
  ["begin elsewhere", column(1, 60), "bars-A.eth.parquet are from 1 to 60, not from 0 to before 120000"],
  ["end elsewhere", column(0, 2 * MINUTE), "bars-A.eth.parquet are from 0 to 120000, not from 0 to before 120000"],
])("stored times that %s than the manifest says are refused", async (_what, time, problem) => {
  const tape = openTape(await rewritten({ time }));
  expect(() => tape.prices("A.eth")).toThrow(problem);
});

test("stored times that are no whole milliseconds are refused by file and row", async () => {
  const tape = openTape(await rewritten({ time: column(0, MINUTE + 0.5) }));
  expect(() => tape.prices("A.eth")).toThrow(
    /bars-A\.eth\.parquet, row 1: 60000\.5 is not a whole number of milliseconds$/,
  );
});

test("stored rows out of order, and opens that are no price, are refused by file, row and time", async () => {
  const turned = openTape(await rewritten({ time: column(MINUTE, 0) }));
  expect(() => turned.prices("A.eth")).toThrow(/row 1: 1970-01-01T00:00:00\.000Z is not later than the row before it$/);
  const unpriced = openTape(await rewritten({ open: column(11, 0) }));
  expect(() => unpriced.prices("A.eth")).toThrow(/row 1: 1970-01-01T00:01:00\.000Z has the price 0$/);
  const damaged = openTape(await rewritten({ time: column(0, -7e16) }));
  expect(() => damaged.prices("A.eth")).toThrow(/row 1: -70000000000000000 is not later than the row before it$/);
});

test("a stored bar without a price is refused by file, row and column", async () => {
  const tape = openTape(await rewritten({ close: column(11, Number.NaN) }));
  expect(() => tape.bars("A.eth")?.close).toThrow(/bars-A\.eth\.parquet, row 1: its close is NaN$/);
  const whole = openTape(await rewritten({ high: column(12, 14) }));
  expect(whole.bars("A.eth")?.high).toEqual(column(12, 14));
});

test("a stored reading without its time of movement, or its instant, is refused by file, row and column", async () => {
  const folder = emptyFolder();
  const [times, usd] = [column(0, MINUTE), column(10, 11)];
  const prices = new PriceSeries(times, usd, 2 * MINUTE);
  const track = columnTrack({ token, interval: MINUTE, prices, movedAt: times, askedAt: times, bars: null });
  await saveTape(folder, null, { source: "test", tracks: [{ track, stored: null }], quotes: [] });
  const rewrite = (given: object): Promise<void> =>
    writeParquet(
      join(folder, "prices-A.eth.parquet"),
      Object.entries({ time: times, moved: times, asked: times, usd, ...given }).map(([name, values]) => ({
        ...{ name, kind: "number" as const, values },
      })),
    );
  await rewrite({ moved: column(0, Number.NaN) });
  expect(() => openTape(folder).movedAt("A.eth")).toThrow(/prices-A\.eth\.parquet, row 1: its moved is NaN$/);
  await rewrite({ asked: column(Number.NaN, MINUTE) });
  expect(() => openTape(folder).askedAt("A.eth")).toThrow(/prices-A\.eth\.parquet, row 0: its asked is NaN$/);
  expect(openTape(folder).movedAt("A.eth")).toEqual(times);
});

/** The tape's quotes as another tool would write them anew. */
async function requoted(amounts: Float64Array): Promise<string> {
  const folder = await barTape();
  const numbers = {
    time: column(0, MINUTE),
    from_amount: amounts,
    to_amount: column(10, 10),
    from_price: column(10, 10),
  };
  const names = { from: ["A.eth", "A.eth"], to: ["B.eth", "B.eth"] };
  await writeParquet(join(folder, "quotes.parquet"), [
    ...Object.entries({ ...numbers, to_price: column(1, 1) }).map(([name, values]) => ({
      ...{ name, kind: "number" as const },
      values: values.slice(0, amounts.length),
    })),
    ...Object.entries(names).map(([name, values]) => ({
      ...{ name, kind: "text" as const },
      values: values.slice(0, amounts.length),
    })),
  ]);
  return folder;
}

test("stored quotes of another number than the manifest's are refused, and an invalid one by its row", async () => {
  const [fewer, wrong] = [await requoted(column(1)), await requoted(column(1, 0))];
  expect(() => openTape(fewer).quotedPairs).toThrow("quotes.parquet has 1 rows, not 2");
  expect(() => openTape(wrong).quotedPairs).toThrow(/quotes\.parquet, row 1: A tape cannot hold the quote of 0 A\.eth/);
});
