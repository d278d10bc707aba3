import { truncateSync } from "node:fs";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readBars, TapeError } from "../../../src/tape/index.js";
import { readTapeFile } from "../../../src/tape/import/read-file.js";
import { temporaryFile } from "../temporary-file.js";
import { binanceFile, hasRealData, realFile } from "../real-data.js";

const HEADER = "timestamp,open,high,low,close,volume";
const T0 = 1_704_067_200_000;
const MINUTE = 60_000;
const row = (minute: number, rest = "2,3,1,2.5,10"): string => `${T0 + minute * MINUTE},${rest}`;
const csv = (...rows: string[]): string => [HEADER, ...rows, ""].join("\n");

function refusal(content: string | Uint8Array): TapeError & { code: string } {
  try {
    readBars(temporaryFile(content));
  } catch (error) {
    if (error instanceof TapeError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

test("bars are read into columns, plain or gzip, with line ends of any kind and a byte order mark", () => {
  const plain = csv(row(0), row(5, "2.5,2.5,2.5,2.5,0"), row(15));
  for (const content of [
    plain,
    `\uFEFF${plain}`,
    plain.replaceAll("\n", "\r\n"),
    plain.replaceAll("\n", "\r"),
    gzipSync(plain),
    plain.trimEnd(),
  ]) {
    const bars = readBars(temporaryFile(content));
    expect(bars).toMatchObject({ length: 3, interval: 5 * MINUTE });
    expect([...bars.time]).toEqual([T0, T0 + 5 * MINUTE, T0 + 15 * MINUTE]);
    expect([...bars.open]).toEqual([2, 2.5, 2]);
    expect([...bars.high]).toEqual([3, 2.5, 3]);
    expect([...bars.low]).toEqual([1, 2.5, 1]);
    expect([...bars.close]).toEqual([2.5, 2.5, 2.5]);
  }
});

test("times may be written in ISO 8601", () => {
  const bars = readBars(temporaryFile(csv("2024-01-01T00:00:00Z,2,3,1,2,0", "2024-01-01T00:05:00Z,2,3,1,2,0")));
  expect([...bars.time]).toEqual([T0, T0 + 5 * MINUTE]);
});

test("written bars are read back, whatever they are", () => {
  const price = fc.double({ min: 1e-9, max: 1e9, noNaN: true });
  const bar = fc.record({ gap: fc.integer({ min: 1, max: 1e6 }), a: price, b: price, c: price, d: price });
  fc.assert(
    fc.property(fc.array(bar, { minLength: 2, maxLength: 30 }), (bars) => {
      let time = T0;
      const rows = bars.map(({ gap, a, b, c, d }) => {
        const [low, open, close, high] = [a, b, c, d].sort((x, y) => x - y) as [number, number, number, number];
        return { time: (time += gap), open, high, low, close };
      });
      const text = csv(...rows.map((one) => `${one.time},${one.open},${one.high},${one.low},${one.close},1`));
      const read = readBars(temporaryFile(text));
      expect(
        Array.from(read.time, (at, i) => ({
          time: at,
          open: read.open[i],
          high: read.high[i],
          low: read.low[i],
          close: read.close[i],
        })),
      ).toEqual(rows);
    }),
    { numRuns: 30 },
  );
});

describe("a wrong file is refused, with file, line and remedy", () => {
  test.each<[string, string | Uint8Array, string, RegExp]>([
    ["an empty file", "", "TAPE_EMPTY", /is empty/],
    ["a header alone", `${HEADER}\n`, "TAPE_EMPTY", /no bar/],
    ["one bar", csv(row(0)), "TAPE_EMPTY", /one bar only/],
    ["no header", `${row(0)}\n${row(1)}`, "TAPE_HEADER", /line 1: expected "timestamp,open.*found "1704/],
    ["other columns", `time,open,close\n${row(0)}`, "TAPE_HEADER", /found "time,open,close"/],
    [
      "a word for a price",
      csv(row(0), row(1, "2,3,abc,2,0")),
      "TAPE_ROW",
      /line 3: low should be a number, found "abc"/,
    ],
    ["NaN", csv(row(0), row(1, "NaN,3,1,2,0")), "TAPE_ROW", /line 3: open should be a number, found "NaN"/],
    ["an empty cell", csv(row(0, "2,,1,2,0"), row(1)), "TAPE_ROW", /line 2: high should be a number, found nothing/],
    ["a negative price", csv(row(0), row(1, "2,3,-1,2,0")), "TAPE_ROW", /line 3: low should be above 0, found -1/],
    ["a price of 0", csv(row(0), row(1, "2,3,1,0,0")), "TAPE_ROW", /line 3: close should be above 0, found 0/],
    [
      "a price without bounds",
      csv(row(0, "2,1e999,1,2,0"), row(1)),
      "TAPE_ROW",
      /line 2: high should be above 0, found Inf/,
    ],
    ["a negative volume", csv(row(0), row(1, "2,3,1,2,-4")), "TAPE_ROW", /volume should be 0 or more/],
    [
      "an open above the high",
      csv(row(0, "4,3,1,2,0"), row(1)),
      "TAPE_ROW",
      /line 2: open 4 and close 2 should lie between/,
    ],
    ["a column too few", csv(row(0), row(1, "2,3,1,2")), "TAPE_ROW", /line 3: expected 6 columns, found 5/],
    ["a column too many", csv(row(0), row(1, "2,3,1,2,0,7")), "TAPE_ROW", /line 3: expected 6 columns, found 7/],
    ["half a row at the end", csv(row(0), row(1), "17040673"), "TAPE_ROW", /line 4: expected 6 columns, found 1/],
    ["seconds", csv("1704067200,2,3,1,2,0"), "TAPE_ROW", /line 2: timestamp .* 1704067200 looks like seconds/],
    ["microseconds", csv("1704067200000000,2,3,1,2,0"), "TAPE_ROW", /looks like microseconds/],
    ["half a millisecond", csv("1704067200000.5,2,3,1,2,0"), "TAPE_ROW", /is not such a time/],
    [
      "a time that is none",
      csv("yesterday,2,3,1,2,0"),
      "TAPE_ROW",
      /line 2: timestamp should be .*ISO 8601, found "yesterday"/,
    ],
    ["rows out of order", csv(row(1), row(0)), "TAPE_ORDER", /line 3: 2024-01-01T00:00:00.000Z is earlier/],
    ["a row twice", csv(row(0), row(1), row(1)), "TAPE_ORDER", /line 4: 2024-01-01T00:01:00.000Z occurs twice/],
    ["gzip cut short", gzipSync(csv(row(0), row(1))).subarray(0, 40), "TAPE_FILE", /broken gzip/],
    ["gzip with a wrong byte", damaged(gzipSync(csv(row(0), row(1)))), "TAPE_FILE", /broken gzip/],
    ["bytes that are no text", Uint8Array.from({ length: 200 }, (_, i) => (i * 37) % 251), "TAPE_HEADER", /line 1/],
  ])("%s", (_name, content, code, message) => {
    const error = refusal(content);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
    expect(error.message).toContain("bars.csv");
    expect(error.remedy).not.toBe("");
  });

  test("a file of more than 2 GB, which Node cannot read at once, with the remedy", () => {
    const file = temporaryFile("");
    truncateSync(file, 2 ** 31 + 100_000_000);
    expect(() => readBars(file)).toThrow(
      expect.objectContaining({
        code: "TAPE_FILE",
        message: `${file} has 2.2 GB, but a file may have at most 2.1 GB`,
        remedy: expect.stringMatching(/^Split it by its lines/) as string,
      }),
    );
  });

  test("a file that is too large once it is unpacked, as too large and not as broken", () => {
    const content = csv(row(0), row(1));
    const file = temporaryFile(gzipSync(content));
    expect(readTapeFile(file, content.length)).toHaveLength(content.length);
    expect(() => readTapeFile(file, content.length - 1)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining("once it is unpacked") as string,
        remedy: expect.stringMatching(/^Split it/) as string,
      }),
    );
  });

  test("a missing file", () => {
    expect(() => readBars("no/such/file.csv")).toThrow(expect.objectContaining({ code: "TAPE_FILE" }));
  });
});

function damaged(bytes: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[copy.length - 6] = (copy[copy.length - 6] as number) ^ 0xff;
  return copy;
}

describe.skipIf(!hasRealData)("real files (skipped without the data)", () => {
  test("five-minute bars of Binance have no gap", () => {
    const bars = readBars(binanceFile("SOL"));
    expect(bars).toMatchObject({ length: 72_028, interval: 300_000 });
    expect(bars.time.at(-1)).toBe((bars.time[0] as number) + (bars.length - 1) * 300_000);
  });

  test("a token priced at 0.0000013 keeps its digits", () => {
    expect(readBars(binanceFile("PEPE")).open[0]).toBe(0.0000013);
  });

  test("four-hour bars of Coinbase have nine gaps of a whole number of bars", () => {
    const { time, interval } = readBars(realFile("coinbase-4h-2016-2025", "ETH-USD-4h.csv.gz"));
    const distances = [...time].slice(1).map((at, i) => (at - (time[i] as number)) / interval);
    expect(distances.filter((bars) => bars > 1)).toHaveLength(9);
    expect(distances.every(Number.isInteger)).toBe(true);
  });

  test("quotes and prices without bars are refused by their header", () => {
    const file = realFile("uniswap-v3-polygon-usdc-weth-1m", "price_weth_usdc_0813_0817.csv.gz");
    expect(() => readBars(file)).toThrow(expect.objectContaining({ code: "TAPE_HEADER" }));
  });
});
