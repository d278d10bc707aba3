import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { csv, Desk, MINUTE, row, T0 } from "./desk.js";

const HOUR = 60 * MINUTE;
const SECONDS = T0 / 1000;
const rows = [
  [2, 3, 1, 2.5, 10],
  [3, 4, 2, 3.5, 10],
];
/** Two bars of a minute, each behind its time. */
const bars = (first: string, second: string, d = ","): string =>
  [first, second].map((time, i) => [time, ...(rows[i] ?? [])].join(d)).join("\n");
const HEADER = "Open,High,Low,Close,Volume";

async function expectBars(content: string | Uint8Array, from = T0, options: Parameters<Desk["one"]>[1] = {}) {
  const { tape, files } = await new Desk().one(content, options);
  const { time, open, high, low, close } = tape.bars("WETH.eth") ?? {};
  expect([time, open, high, low, close].map((column) => [...(column ?? [])])).toEqual([
    [from, from + MINUTE],
    [2, 3],
    [3, 4],
    [1, 2],
    [2.5, 3.5],
  ]);
  return files[0]?.notes ?? [];
}

describe("times are read as they are written", () => {
  test.each<[string, string, number]>([
    ["an offset in the header", `Date(UTC+1),${HEADER}\n${bars("2024-01-01 00:00", "2024-01-01 00:01")}`, T0 - HOUR],
    [
      "an offset with minutes",
      `time [GMT-03:30],${HEADER}\n${bars("2024-01-01 00:00", "2024-01-01 00:01")}`,
      T0 + 3.5 * HOUR,
    ],
    [
      "a place in the header",
      `Time (America/New_York),${HEADER}\n${bars("2024-01-01 00:00", "2024-01-01 00:01")}`,
      T0 + 5 * HOUR,
    ],
    ["UTC in the header", `Date (UTC),${HEADER}\n${bars("2024-01-01 00:00", "2024-01-01 00:01")}`, T0],
    ["UTC behind a name", `time_utc,${HEADER}\n${bars("2024-01-01 00:00", "2024-01-01 00:01")}`, T0],
    ["GMT before a name", `Gmt time,${HEADER}\n${bars("2024-01-01 00:00", "2024-01-01 00:01")}`, T0],
    ["a unit in the header", `timestamp (ms),${HEADER}\n${bars(String(T0), String(T0 + MINUTE))}`, T0],
    ["epoch numbers under a zone are UTC", `time (EST),${HEADER}\n${bars(String(T0), String(T0 + MINUTE))}`, T0],
    ["a zone of each time counts more", `time (EST),${HEADER}\n${bars("2024-01-01T00:00Z", "2024-01-01T00:01Z")}`, T0],
    ["GMT is a zone", `time,${HEADER}\n${bars("2024-01-01 00:00 GMT", "2024-01-01 01:01 GMT+0100")}`, T0],
    ["zones behind a space", `time,${HEADER}\n${bars("2024-01-01 01:00 +0100", "2024-01-01 01:01 UTC+1")}`, T0],
    [
      "12:30 AM is half past midnight",
      `time,${HEADER}\n${bars("2024-01-01 12:30 AM", "2024-01-01 12:31 AM")}`,
      T0 + HOUR / 2,
    ],
    [
      "12:30 PM is half past noon",
      `time,${HEADER}\n${bars("2024-01-01 12:30:00 PM", "2024-01-01 12:31:00 PM")}`,
      T0 + 12.5 * HOUR,
    ],
    ["1:30 PM", `date,time,${HEADER}\n${bars("2024-01-01,1:30 PM", "2024-01-01,1:31 PM")}`, T0 + 13.5 * HOUR],
    ["an hour of one digit", `time,${HEADER}\n${bars("2024-01-01 9:30", "2024-01-01 9:31")}`, T0 + 9.5 * HOUR],
    ["two columns with commas", `Date,Time,${HEADER}\n${bars("2024-01-01,00:00:00", "2024-01-01,00:01:00")}`, T0],
    ["two columns, the time first", `Time,Date,${HEADER}\n${bars("00:00:00,2024.01.01", "00:01:00,2024.01.01")}`, T0],
    [
      "two columns with a zone",
      `Date,Time (UTC+1),${HEADER}\n${bars("2024-01-01,00:00:00", "2024-01-01,00:01:00")}`,
      T0 - HOUR,
    ],
    ["two columns without a header", bars("2024-01-01,00:00", "2024-01-01,00:01"), T0],
    [
      "MetaTrader 5",
      `<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>\n${bars("2024.01.01\t00:00:00", "2024.01.01\t00:01:00", "\t").replaceAll(/\t10$/gm, "\t10\t0\t5")}`,
      T0,
    ],
    [
      "Finam and Stooq",
      `<TICKER>;<PER>;<DATE>;<TIME>;<OPEN>;<HIGH>;<LOW>;<CLOSE>;<VOL>\n${bars("X;1;20240101;000000", "X;1;20240101;000100", ";")}`,
      T0,
    ],
    [
      "a semicolon between columns, and commas in numbers",
      `date;time;open;high;low;close\n2024-01-01;00:00;2,0;3,0;1,0;2,5\n2024-01-01;00:01;3,0;4,0;2,0;3,5`,
      T0,
    ],
  ])("%s", async (_name, content, from) => {
    await expectBars(content, from, { decimalComma: content.includes("2,5\n") });
  });

  test("days may be written as digits too", async () => {
    const { tape } = await new Desk().one(`Date,${HEADER}\n${bars("20240101", "20240102")}`);
    expect(tape.bars("WETH.eth")).toMatchObject({ time: Float64Array.of(T0, T0 + 24 * HOUR) });
  });

  const autumn = (order: "rising" | "falling"): string => {
    const shown = ["2023-11-05 00:30", "2023-11-05 01:30", "2023-11-05 01:30", "2023-11-05 02:30"];
    const lines = shown.map((time, i) => `${time},${i + 2},9,1,${i + 2}`);
    return ["time,open,high,low,close", ...(order === "rising" ? lines : lines.reverse())].join("\n");
  };
  test.each(["rising", "falling"] as const)("an hour that comes twice in autumn is two hours, %s", async (order) => {
    const { tape } = await new Desk().one(autumn(order), { timeZone: "America/New_York" });
    const first = Date.UTC(2023, 10, 5, 4, 30);
    expect(tape.bars("WETH.eth")).toMatchObject({
      time: Float64Array.from([0, 1, 2, 3], (hour) => first + hour * HOUR),
      open: Float64Array.of(2, 3, 4, 5),
    });
  });

  test("a time that the zone's clocks never showed is refused", async () => {
    const content = `time,price\n2024-03-10 01:30,2\n2024-03-10 02:30,3`;
    await expect(new Desk().one(content, { timeZone: "America/New_York" })).rejects.toMatchObject({
      code: "TAPE_ROW",
      message: expect.stringMatching(/line 3: .*does not exist in America\/New_York/) as string,
    });
    await expect(new Desk().one(content, { timeZone: "EST5" })).rejects.toMatchObject({
      code: "TAPE_HEADER",
      message: expect.stringContaining("--time-zone EST5 is not a time zone") as string,
    });
  });

  test("the named zone is reported, and UTC if none is named", async () => {
    const content = `time,${HEADER}\n${bars("2024-01-01 00:00", "2024-01-01 00:01")}`;
    expect(await expectBars(content, T0 - 2 * HOUR, { timeZone: "+02:00" })).toContain("dates in the zone UTC+02:00");
    expect(await expectBars(content)).toContain("dates without a zone, taken as UTC");
  });
});

describe("readings of bid and ask become prices of their middle", () => {
  test.each<[string, string]>([
    ["bid first", `timestamp,bid,ask\n${T0},1,3\n${T0 + MINUTE},2,4`],
    [
      "ask first, with sizes",
      `Gmt time,Ask,Bid,AskVolume,BidVolume\n2024-01-01 00:00:00,3,1,7,8\n2024-01-01 00:01:00,4,2,7,8`,
    ],
    ["by their whole names", `time;bid_price;ask_price\n${SECONDS};1;3\n${SECONDS + 60};2;4`],
  ])("%s", async (_name, content) => {
    const { tape, files } = await new Desk().one(content);
    expect(tape.bars("WETH.eth")).toBeNull();
    expect(tape.points("WETH.eth", 0, Infinity)).toEqual([
      { at: T0, usd: 2 },
      { at: T0 + MINUTE, usd: 3 },
    ]);
    expect(files[0]?.notes[0]).toBe("prices: the middle of bid and ask");
  });

  test("a side that is missing or 0 is refused with its line", async () => {
    await expect(new Desk().one(`time,bid,ask\n${T0},1,3\n${T0 + 1},0,3`)).rejects.toThrow(
      /line 3: bid should be above 0/,
    );
    await expect(new Desk().one(`time,bid,ask\n${T0},1,3\n${T0 + 1},1,`)).rejects.toThrow(
      /line 3: ask should be a number/,
    );
  });
});

describe("text in UTF-16, as Excel and PowerShell write it, is read", () => {
  const text = csv(row(0), row(1, 3));
  const swapped = (bytes: Buffer): Buffer => bytes.swap16();
  test.each<[string, Uint8Array]>([
    ["little-endian", Buffer.from(`\uFEFF${text}`, "utf16le")],
    ["little-endian without a mark", Buffer.from(text, "utf16le")],
    ["big-endian", swapped(Buffer.from(`\uFEFF${text}`, "utf16le"))],
    ["in gzip", gzipSync(Buffer.from(`\uFEFF${text}`, "utf16le"))],
  ])("%s", async (_name, content) => {
    await expectBars(content);
  });
});

const named = (time: unknown, i: number): Record<string, unknown> => {
  const [open, high, low, close, volume] = rows[i] ?? [];
  return { timestamp: time, open, high, low, close, volume };
};
const NAMES = ["open", "high", "low", "close", "volume"];
const column = (i: number): number[] => rows.map((one) => one[i] ?? 0);
const TIMES = [T0, T0 + MINUTE];
const ISO = TIMES.map((at) => new Date(at).toISOString());
const keyed = (keys: readonly (number | string)[], values: readonly unknown[]): Record<string, unknown> =>
  Object.fromEntries(keys.map((key, i) => [String(key), values[i]]));

describe("JSON of the usual libraries and exchanges is read", () => {
  const arrays = TIMES.map((at, i) => [at, ...(rows[i] ?? [])]);
  const objects = TIMES.map(named);
  test.each<[string, unknown]>([
    ["ccxt: an array of rows", arrays],
    ["an array of objects", objects],
    ["objects with dates", ISO.map(named)],
    [
      "objects with short names",
      TIMES.map((t, i) => ({ t, o: rows[i]?.[0], h: rows[i]?.[1], l: rows[i]?.[2], c: rows[i]?.[3], v: 10 })),
    ],
    ["Binance: numbers as texts", arrays.map((one) => [one[0], ...one.slice(1).map(String), 7, "1", 7, "1", "1", "0"])],
    [
      "OKX: newest first, in an answer",
      { code: "0", msg: "", data: arrays.map((one) => [...one.map(String), "1", "1", "1"]).reverse() },
    ],
    [
      "Bybit: in an answer",
      {
        retCode: 0,
        result: { category: "spot", list: arrays.map((one) => [...one.map(String), "9"]).reverse() },
        time: T0,
      },
    ],
    [
      "Kraken: in an answer",
      {
        error: [],
        result: {
          XETHZUSD: arrays.map(([at = 0, o, h, l, c, v]) => [at / 1000, o, h, l, c, "2.2", v, 3]),
          last: SECONDS,
        },
      },
    ],
    ["Coinbase: low and high first", arrays.map(([at = 0, o, h, l, c, v]) => [at / 1000, l, h, o, c, v]).reverse()],
    ["Bitfinex: the close second", arrays.map(([at, o, h, l, c, v]) => [at, o, c, h, l, v])],
    [
      "an array for each column",
      {
        s: "ok",
        t: TIMES.map((at) => at / 1000),
        o: column(0),
        h: column(1),
        l: column(2),
        c: column(3),
        v: column(4),
      },
    ],
    [
      "pandas orient=columns",
      keyed(
        NAMES,
        NAMES.map((_, i) => keyed(TIMES, column(i))),
      ),
    ],
    [
      "pandas orient=columns with dates",
      keyed(
        NAMES,
        NAMES.map((_, i) => keyed(ISO, column(i))),
      ),
    ],
    [
      "pandas orient=columns with numbered rows",
      keyed(
        ["timestamp", ...NAMES],
        [TIMES, ...NAMES.map((_, i) => column(i))].map((one) => keyed([0, 1], one)),
      ),
    ],
    [
      "pandas orient=index",
      keyed(
        TIMES,
        rows.map((one) => keyed(NAMES, one)),
      ),
    ],
    ["pandas orient=split", { columns: NAMES, index: TIMES, data: rows }],
    [
      "pandas orient=table",
      {
        schema: { fields: [], primaryKey: ["index"] },
        data: ISO.map((date, i) => ({ date, ...keyed(NAMES, rows[i] ?? []) })),
      },
    ],
  ])("%s", async (_name, value) => {
    expect((await expectBars(JSON.stringify(value)))[0]).toBe("JSON");
    await expectBars(JSON.stringify(value, null, 2));
    await expectBars(gzipSync(JSON.stringify(value)));
  });

  test("JSON Lines, of objects and of arrays", async () => {
    await expectBars(`${objects.map((one) => JSON.stringify(one)).join("\n")}\n`);
    await expectBars(arrays.map((one) => JSON.stringify(one)).join("\r\n"));
  });

  test("the prices of CoinGecko, and an object a reading", async () => {
    const points = [
      { at: T0, usd: 2 },
      { at: T0 + MINUTE, usd: 3 },
    ];
    const series = TIMES.map((at, i) => [at, i + 2]);
    const gecko = JSON.stringify({ prices: series, market_caps: series, total_volumes: series });
    expect((await new Desk().one(gecko)).tape.points("WETH.eth", 0, Infinity)).toEqual(points);
    const readings = JSON.stringify(points.map(({ at, usd }) => ({ timestamp: at, price: usd })));
    expect((await new Desk().one(readings)).tape.points("WETH.eth", 0, Infinity)).toEqual(points);
  });

  test("a wrong row is named by its line, with a line for each row", async () => {
    const wrong = JSON.stringify([named(T0, 0), { ...named(T0 + MINUTE, 1), low: null }]);
    await expect(new Desk().one(wrong)).rejects.toThrow(
      /one\.csv \(JSON, with a line for each row\), line 3: low should be a number, found nothing/,
    );
  });

  test.each<[string, string, string, RegExp]>([
    ["one cut short", JSON.stringify(arrays).slice(0, 40), "TAPE_FILE", /broken JSON/],
    ["one without rows", JSON.stringify({ error: "not found" }), "TAPE_HEADER", /without recognisable rows/],
    ["one of two series", JSON.stringify({ a: arrays, b: arrays }), "TAPE_HEADER", /without recognisable rows/],
    [
      "objects that share no names",
      JSON.stringify([0, 1, 2].map((i) => ({ [`a${i}`]: 1, [`b${i}`]: 2, [`c${i}`]: 2 }))),
      "TAPE_HEADER",
      /without recognisable rows/,
    ],
  ])("%s is refused", async (_name, content, code, message) => {
    await expect(new Desk().one(content)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message) as string,
    });
  });

  test("rows without a time are refused, with a way to add one", async () => {
    const error = new Desk().one(JSON.stringify(rows.map((one) => keyed(NAMES, one))));
    await expect(error).rejects.toMatchObject({
      code: "TAPE_HEADER",
      remedy: expect.stringContaining("Add a column of times") as string,
    });
  });
});

describe("files of other kinds are recognised as such", () => {
  test.each<[string, string, RegExp]>([
    ["an Excel workbook", "PK\x03\x04....xl/workbook.xml", /an Excel workbook/],
    ["xz", "\xfd7zXZ\x00...", /packed with xz/],
    ["zstd", "\x28\xb5\x2f\xfd...", /packed with zstd/],
    ["Parquet", "PAR1....PAR1", /is Parquet/],
    ["a web page", "<!DOCTYPE html><html>", /a web page or XML/],
  ])("%s", async (_name, content, message) => {
    await expect(new Desk().one(Buffer.from(content, "latin1"))).rejects.toMatchObject({
      code: "TAPE_FILE",
      message: expect.stringMatching(message) as string,
    });
  });
});
