import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { parquetWriteFile, type ColumnSource } from "hyparquet-writer";
import { describe, expect, test } from "vitest";
import { withParquet } from "../../../src/tape/parquet/read.js";
import { writeParquet } from "../../../src/tape/parquet/write.js";
import { emptyFolder } from "../../support/empty-folder.js";
import { temporaryFile } from "../temporary-file.js";

const file = (): string => join(emptyFolder(), "x.parquet");

test("every double and every time comes back as written", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.double(), fc.integer({ min: -(2 ** 53) + 1, max: 2 ** 53 - 1 })), { maxLength: 50 }),
      async (rows) => {
        const path = file();
        const numbers = Float64Array.from(rows, ([number]) => number);
        const times = Float64Array.from(rows, ([, at]) => at);
        await writeParquet(path, [
          { name: "time", kind: "time", values: times },
          { name: "usd", kind: "number", values: numbers },
        ]);
        withParquet(path, (parquet) => {
          expect(parquet.names).toEqual(["time", "usd"]);
          expect(parquet.numbers("usd")).toEqual(numbers);
          expect(parquet.numbers("time")).toEqual(times);
        });
      },
    ),
    { numRuns: 25 },
  );
});

test("columns longer than a row group are whole", async () => {
  const path = file();
  const numbers = Float64Array.from({ length: 1_100_000 }, (_, i) => Math.sin(i));
  await writeParquet(path, [{ name: "usd", kind: "number", values: numbers }]);
  const read = withParquet(path, (parquet) => parquet.numbers("usd"));
  expect(read.length).toBe(numbers.length);
  expect(read.every((value, i) => value === numbers[i])).toBe(true);
});

describe("files of other tools", () => {
  const prices = Array.from({ length: 5_000 }, (_, i) => 100 + (i % 10));
  const dates = prices.map((_, i) => new Date(1_700_000_000_000 + i * 60_000));
  const times = Float64Array.from(dates, Number);
  const written = (columns: ColumnSource[], options: object = {}): string => {
    const filename = file();
    parquetWriteFile({ filename, columnData: columns, ...options });
    return filename;
  };
  const read = (path: string) =>
    withParquet(path, (parquet) => ({ time: parquet.numbers("time"), usd: parquet.numbers("usd") }));
  const columns: ColumnSource[] = [
    { name: "time", data: dates, type: "TIMESTAMP" },
    { name: "usd", data: prices, type: "DOUBLE" },
  ];

  test("are read even if they are compressed, have dictionaries and nullable columns", () => {
    const path = written(columns);
    expect(read(path)).toEqual({ time: times, usd: Float64Array.from(prices) });
    // Compressed indeed: uncompressed it would be 80 kB.
    expect(readFileSync(path).length).toBeLessThan(60_000);
  });

  test("are read in every unit of time", () => {
    for (const [unit, factor] of [
      ["MILLIS", 1n],
      ["MICROS", 1_000n],
      ["NANOS", 1_000_000n],
    ] as const) {
      for (const repetition of ["REQUIRED", "OPTIONAL"] as const) {
        const path = written(
          [
            { name: "time", data: dates.map((date) => BigInt(Number(date)) * factor), encoding: "PLAIN" },
            { name: "usd", data: prices, encoding: "PLAIN" },
          ],
          {
            codec: "UNCOMPRESSED",
            schema: [
              { name: "root", num_children: 2 },
              {
                name: "time",
                type: "INT64",
                repetition_type: repetition,
                logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit },
              },
              { name: "usd", type: "DOUBLE", repetition_type: repetition },
            ],
          },
        );
        expect(read(path).time).toEqual(times);
      }
    }
  });

  test("are read to the whole millisecond if their times are finer", () => {
    const time = { data: dates.map((date) => BigInt(Number(date)) * 1_000n + 717n), encoding: "PLAIN" as const };
    const path = written(
      [
        { name: "time", ...time },
        { name: "usd", data: prices, encoding: "PLAIN" },
      ],
      {
        codec: "UNCOMPRESSED",
        schema: [
          { name: "root", num_children: 2 },
          {
            ...{ name: "time", type: "INT64", repetition_type: "REQUIRED" },
            logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MICROS" },
          },
          { name: "usd", type: "DOUBLE", repetition_type: "REQUIRED" },
        ],
      },
    );
    expect(read(path).time).toEqual(times);
  });

  test("have NaN for nulls", () => {
    const path = written([
      { name: "time", data: dates.slice(0, 3), type: "TIMESTAMP" },
      { name: "usd", data: [1, null, 3], type: "DOUBLE" },
    ]);
    expect(read(path).usd).toEqual(Float64Array.of(1, Number.NaN, 3));
  });

  test("are refused with the missing part", () => {
    const path = written([{ name: "time", data: dates, type: "TIMESTAMP" }]);
    expect(() => read(path)).toThrow(/x\.parquet cannot be read: it has no column "usd"/);
  });
});

describe("a file that is no Parquet file, or only a part of one, is refused by name", () => {
  test.each([
    ["nothing", ""],
    ["a text", "timestamp,open\n1,2\n"],
    [
      "a footer that points nowhere",
      Buffer.concat([Buffer.from("PAR1"), Buffer.from([255, 255, 0, 0]), Buffer.from("PAR1")]),
    ],
  ])("%s", (_name, content) => {
    expect(() => withParquet(temporaryFile(content, "y.parquet"), (parquet) => parquet.rows)).toThrow(
      expect.objectContaining({ code: "TAPE_FILE", message: expect.stringContaining("y.parquet") as string }) as Error,
    );
  });

  test("a missing file", () => {
    expect(() => withParquet("no/such.parquet", () => 0)).toThrow(
      expect.objectContaining({ code: "TAPE_FILE" }) as Error,
    );
  });

  test("a file without a part in the middle", async () => {
    const path = file();
    await writeParquet(path, [{ name: "usd", kind: "number", values: new Float64Array(10_000).fill(1) }]);
    const whole = readFileSync(path);
    const cut = temporaryFile(Buffer.concat([whole.subarray(0, 100), whole.subarray(whole.length - 400)]), "z.parquet");
    expect(() => withParquet(cut, (parquet) => parquet.numbers("usd"))).toThrow(
      expect.objectContaining({ code: "TAPE_FILE" }) as Error,
    );
  });
});
