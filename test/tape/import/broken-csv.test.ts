import { existsSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { importCsv, tokenOf } from "../../../src/tape/index.js";
import { binanceFile, hasRealData, realFile } from "../real-data.js";
import { csv, Desk, MINUTE, registry, row, T0, times } from "./desk.js";

describe("an unclear or broken file is refused with file, line and remedy", () => {
  const date = (time: string): string => `${time},2,3,1,2.5,10`;
  test.each<[string, string | Uint8Array, string, RegExp, RegExp]>([
    ["an empty file", "", "TAPE_EMPTY", /one\.csv is empty/, /Fetch/],
    ["a zip archive", Uint8Array.of(0x50, 0x4b, 3, 4, 20), "TAPE_FILE", /one\.csv is a zip archive/, /unzip FILE/],
    [
      "thousands that are set apart",
      `time,open,high,low,close\n${T0},"2,000","3,000","1,000","2,500"`,
      "TAPE_ROW",
      /line 2: open should be a number, found "2,000"/,
      /like 1234\.56/,
    ],
    ["one row", csv(row(0)), "TAPE_EMPTY", /one row only/, /longer range/],
    ["an unknown header", "when,what\n1,2\n3,4", "TAPE_HEADER", /line 1: .*found "when,what"/, /--columns/],
    [
      "closes alone, which would be known too early",
      `timestamp,close\n${T0},2\n${T0 + MINUTE},3`,
      "TAPE_HEADER",
      /line 1/,
      /known too early/,
    ],
    [
      "a price beside open, high and low, which is the close of its bar",
      `"Date","Price","Open","High","Low","Vol."\n2024-01-02,2,1,3,1,5\n2024-01-01,1,1,2,1,5`,
      "TAPE_HEADER",
      /line 1: "Price" is next to open, high and low.*known too early/,
      /--columns time,close,open,high,low,-$/,
    ],
    [
      "two columns of one name",
      `timestamp,open,high,low,close,open,volume\n${T0},2,3,1,2.5,9,10`,
      "TAPE_HEADER",
      /one\.csv, line 1: columns 2 and 6, "open" and "open", can both be the open$/,
      /--columns time,open,high,low,close,-,volume$/,
    ],
    [
      "two names of one price",
      `ts,o,h,l,c,Close Price,confirm\n${T0},2,3,1,2.5,2.6,1`,
      "TAPE_HEADER",
      /line 1: columns 5 and 6, "c" and "Close Price", can both be the close$/,
      /--columns time,open,high,low,close,-,confirm$/,
    ],
    [
      "two volumes",
      `time,open,high,low,close,vol,volume\n${T0},2,3,1,2.5,10,11`,
      "TAPE_HEADER",
      /line 1: columns 6 and 7, "vol" and "volume", can both be the volume$/,
      /--columns time,open,high,low,close,volume,-$/,
    ],
    [
      "two times of bars",
      `Somebody's bars\ntimestamp,time,open,high,low,close,volume\n${T0},${T0 + MINUTE},2,3,1,2.5,10`,
      "TAPE_HEADER",
      /line 2: columns 1 and 2, "timestamp" and "time", can both be the time$/,
      /--columns time,-,open,high,low,close,volume$/,
    ],
    [
      "two times of when a bar opens",
      `open_time,timeOpen,open,high,low,close\n${T0},${T0 + MINUTE},2,3,1,2.5`,
      "TAPE_HEADER",
      /line 1: columns 1 and 2, "open_time" and "timeOpen", can both be the time$/,
      /--columns time,-,open,high,low,close$/,
    ],
    [
      "two times of prices, and a third one",
      `date,WETH,ts,time\n${T0},2,${T0},${T0}`,
      "TAPE_HEADER",
      /line 1: columns 1 and 3, "date" and "ts", can both be the time$/,
      /--columns time,price,-,-$/,
    ],
    [
      "a bid that stands there twice",
      `time,bid_open,bid_high,bid_low,bid_close,ask_open,ask_high,ask_low,ask_close,bid_low\n${T0},2,3,1,2,2,3,1,2,1`,
      "TAPE_HEADER",
      /columns 4 and 10, "bid_low" and "bid_low", can both be the bidlow$/,
      /--columns time,bidopen,bidhigh,bidlow,bidclose,askopen,askhigh,asklow,askclose,-$/,
    ],
    [
      "ten columns without a header",
      `${T0},2,3,1,2,2,10,7,8,9\n`,
      "TAPE_HEADER",
      /10 columns are ambiguous/,
      /--columns/,
    ],
    [
      "six columns of which the order is not clear",
      `${T0},2,2,2,2,10\n${T0 + MINUTE},2,2,2,2,10`,
      "TAPE_HEADER",
      /6 columns are ambiguous/,
      /--columns/,
    ],
    [
      "seconds under the house header",
      csv(date("1704067200"), date("1704067260")),
      "TAPE_ROW",
      /line 2: timestamp should be epoch milliseconds, 1704067200 looks like seconds/,
      /times 1000.*--time-unit s/,
    ],
    [
      "seconds among milliseconds",
      `time,open,high,low,close,volume\n${date(String(T0))}\n${date("1704067260")}`,
      "TAPE_ROW",
      /line 3: time should be epoch milliseconds, 1704067260 looks like seconds/,
      /one unit/,
    ],
    [
      "a number that is no time",
      `time,open,high,low,close,volume\n${date("45292")}`,
      "TAPE_ROW",
      /is not such a time/,
      /ISO 8601/,
    ],
    [
      "mixed time zones",
      csv(date("2024-01-01T00:00Z"), date("2024-01-01T00:01")),
      "TAPE_ROW",
      /line 3: "2024-01-01T00:01" has no zone, but the lines before it have one/,
      /in one format/,
    ],
    [
      "dates among numbers",
      csv(date(String(T0)), date("2024-01-01T00:01Z")),
      "TAPE_ROW",
      /line 3: .* is among epoch numbers/,
      /in one format/,
    ],
    [
      "numbers among dates",
      csv(date("2024-01-01T00:00Z"), date(String(T0 + MINUTE))),
      "TAPE_ROW",
      /line 3: .* is among dates/,
      /in one format/,
    ],
    [
      "days and months that cannot be told apart",
      csv(date("01/02/2024")),
      "TAPE_ROW",
      /line 2: .*day and month are ambiguous/,
      /2024-01-31T/,
    ],
    [
      "NaN",
      csv(row(0), row(1, Number.NaN)),
      "TAPE_ROW",
      /line 3: open should be a number, found "NaN"/,
      /Fix or remove/,
    ],
    [
      "nothing for a price",
      csv(row(0), `${T0 + MINUTE},2,3,,2.5,1`),
      "TAPE_ROW",
      /line 3: low should be a number, found nothing/,
      /Fix/,
    ],
    [
      "a negative price",
      csv(row(0), `${T0 + MINUTE},2,3,-1,2.5,1`),
      "TAPE_ROW",
      /line 3: low should be above 0, found -1/,
      /instead of writing 0/,
    ],
    [
      "a price of 0",
      csv(row(0), row(1, 1)),
      "TAPE_ROW",
      /line 3: low should be above 0, found 0/,
      /instead of writing 0/,
    ],
    [
      "an impossible bar",
      csv(row(0), `${T0 + MINUTE},9,3,1,2.5,1`),
      "TAPE_ROW",
      /line 3: open 9 and close 2.5 should lie between low 1 and high 3/,
      /order of the header/,
    ],
    [
      "rows out of order",
      csv(row(0), row(2), row(1), row(3)),
      "TAPE_ORDER",
      /line 4: 2024-01-01T00:01:00.000Z is earlier/,
      /--sort/,
    ],
    ["a row twice", csv(row(0), row(1), row(1), row(2)), "TAPE_ORDER", /line 4: .* occurs twice$/, /--sort/],
    [
      "a row twice, and others out of order",
      csv(row(0), row(1), row(1), row(4), row(3), row(2)),
      "TAPE_ORDER",
      /line 4: .* occurs twice$/,
      /--sort/,
    ],
    [
      "a bar that begins before the last one ended",
      csv(row(0), row(1), row(2), row(2.5), row(4)),
      "TAPE_ROW",
      /line 5: this bar begins 30s after the previous one, although bars are 1m long/,
      /different tapes/,
    ],
    [
      "gzip that was cut short",
      gzipSync(csv(row(0), row(1))).subarray(0, 60),
      "TAPE_FILE",
      /one\.csv is broken gzip/,
      /Fetch/,
    ],
    [
      "bytes that are no text",
      Uint8Array.from({ length: 300 }, (_, i) => (i * 37) % 251),
      "TAPE_HEADER",
      /one\.csv, line 1/,
      /./,
    ],
  ])("%s", async (_name, content, code, message, remedy) => {
    const desk = new Desk();
    await expect(desk.one(content)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message) as string,
      remedy: expect.stringMatching(remedy) as string,
    });
    expect(existsSync(desk.out)).toBe(false);
  });

  test("a price beside open, high and low is refused even if columns are named", async () => {
    const content = `time,open,high,low,price\n${T0},2,3,1,2\n${T0 + MINUTE},2,3,1,2`;
    const columns = ["time", "open", "high", "low", "price"];
    await expect(new Desk().one(content, { columns })).rejects.toMatchObject({
      message: expect.stringMatching(/one\.csv: --columns time,open,high,low,price: "price" is next to open/) as string,
      remedy: expect.stringMatching(/--columns time,open,high,low,close$/) as string,
    });
    const { files } = await new Desk().one(content, { columns: ["time", "-", "-", "-", "price"] });
    expect(files.map(({ rows }) => rows)).toEqual([2]);
  });

  test("two possible columns are refused even if columns are named, and accepted as the remedy names them", async () => {
    const content = `timestamp,time,open,high,low,close\n${T0},7,2,3,1,2\n${T0 + MINUTE},8,2,3,1,2`;
    const wrong = new Desk().one(content, { columns: "time,date,open,high,low,close".split(",") });
    await expect(wrong).rejects.toMatchObject({
      code: "TAPE_HEADER",
      message: expect.stringMatching(
        /one\.csv: --columns time,date,open,high,low,close: columns 1 and 2, "time" and "date", can both be the time$/,
      ) as string,
    });
    const { tape } = await new Desk().one(content, { columns: "time,-,open,high,low,close".split(",") });
    expect([...(tape.prices("WETH.eth")?.times ?? [])]).toEqual(times([0, 1]));
  });

  test("unreadable times are reported with their line even if columns are named", async () => {
    const content = "Date,Price\n01/02/2024,2\n01/03/2024,3";
    await expect(new Desk().one(content, { columns: ["time", "price"] })).rejects.toMatchObject({
      code: "TAPE_ROW",
      message: expect.stringMatching(/line 2: .*day and month are ambiguous/) as string,
    });
  });

  test("seconds are accepted with --time-unit", async () => {
    const { tape } = await new Desk().one(csv(date("1704067200"), date("1704067260")), { timeUnit: "s" });
    expect([...(tape.prices("WETH.eth")?.times ?? [])]).toEqual(times([0, 1]));
  });

  test("rows out of order are sorted with --sort, and duplicates dropped", async () => {
    const { tape, files } = await new Desk().one(csv(row(0), row(2), row(1), row(2), row(3)), { sort: true });
    expect([...(tape.prices("WETH.eth")?.times ?? [])]).toEqual(times([0, 1, 2, 3]));
    expect(files[0]?.notes.slice(2)).toEqual(["line 4 out of order: sorted", "line 5 duplicated: dropped"]);
    const twice = await new Desk().one(csv(row(0), row(1), row(1), row(2)), { sort: true });
    expect(twice.files[0]?.notes.slice(2)).toEqual(["line 4 duplicated: dropped"]);
    await expect(new Desk().one(csv(row(0), row(1), row(0, 3)), { sort: true })).rejects.toThrow(
      /line 4: .*is on line 2 with other numbers/,
    );
  });

  test("an empty file", async () => {
    await expect(importCsv({ folder: "nowhere", files: [] })).rejects.toMatchObject({ code: "TAPE_EMPTY" });
  });
});

describe.skipIf(!hasRealData)("real files (skipped without the data)", () => {
  test("two tokens of Binance, which end at different times, are aligned and keep their rows", async () => {
    const files = [
      { file: binanceFile("BTC"), token: tokenOf("WBTC.eth", registry()), symbol: "BTC" },
      { file: binanceFile("SOL"), token: tokenOf("SOL.svm", registry()), symbol: "SOL" },
    ];
    const { tape } = await importCsv({ folder: new Desk().out, files });
    expect(new Date(tape.until).toISOString()).toBe("2024-09-06T04:45:00.000Z");
    expect(tape.gaps).toEqual([]);
    expect(tape.bars("WBTC.eth")).toMatchObject({ length: 71_769, interval: 300_000 });
    expect(tape.prices("WBTC.eth")?.at(T0)).toBe(42_283.58);
  });

  test("a series with rows out of order is refused with its line, and sorted on request", async () => {
    const file = realFile("uniswap-v3-polygon-usdc-weth-1m/price_weth_usdc_0813_0817.csv.gz");
    const files = [{ file, token: tokenOf("WETH.polygon", registry()), symbol: "WETH" }];
    const desk = new Desk();
    await expect(importCsv({ folder: desk.out, files })).rejects.toThrow(
      /line 10: 2023-08-13T00:06:00.000Z is earlier/,
    );
    const { tape } = await importCsv({ folder: desk.out, files, sort: true });
    expect(tape.tracks[0]).toMatchObject({ rows: 7_200, interval: MINUTE });
    expect(tape.gaps).toEqual([]);
  });
});
