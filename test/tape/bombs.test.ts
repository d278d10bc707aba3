import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { parquetWriteFile } from "hyparquet-writer";
import { describe, expect, test } from "vitest";
import { csvOfJson } from "../../src/tape/import/json.js";
import { importCsv, openTape, readCsv, TapeWriter, tokenOf } from "../../src/tape/index.js";
import { checkRows } from "../../src/tape/parquet/footer.js";
import { withParquet } from "../../src/tape/parquet/read.js";
import { emptyFolder } from "../support/empty-folder.js";
import { csv, Desk, MINUTE, registry, row, T0 } from "./import/desk.js";
import { temporaryFile } from "./temporary-file.js";

const refused = (code: string, message: RegExp): unknown =>
  expect.objectContaining({ code, message: expect.stringMatching(message) as string });

describe("a file that would fill the memory is refused with an error of tapes", () => {
  test("gzip that unpacks to more than a hundred times its size", () => {
    const bomb = temporaryFile(gzipSync(Buffer.alloc(70_000_000, "1704067200000,2\n"), { level: 1 }), "bomb.csv.gz");
    expect(() => readCsv(bomb)).toThrow(refused("TAPE_FILE", /bomb\.csv\.gz has more than 100 times its size/));
  });

  test("gzip of a flat price is accepted: 64 MB are unpacked of any file", () => {
    const flat = Array.from({ length: 40_000 }, (_, i) => `${T0 + i * MINUTE},1,1,1,1,0`);
    const file = temporaryFile(gzipSync(csv(...flat)), "flat.csv.gz");
    expect(readCsv(file).times.length).toBe(40_000);
  });

  test("a line of more than a megabyte", () => {
    const file = temporaryFile(`timestamp,price\n${T0},2\n${"9".repeat(1_100_000)}\n`, "line.csv");
    expect(() => readCsv(file)).toThrow(refused("TAPE_ROW", /line\.csv, line 3 has 1100000 bytes/));
  });

  test("a log whose line never ends", () => {
    const folder = join(emptyFolder(), "tape");
    const writer = new TapeWriter(folder, { source: "test" });
    writer.record("WETH.eth", { usd: 2, readAt: T0, movedAt: T0 });
    writer.close();
    appendFileSync(join(folder, "prices.csv"), Buffer.alloc(40_000_000, "7"));
    expect(() => openTape(folder)).toThrow(refused("TAPE_ROW", /prices\.csv has a line of more than 16777216 bytes/));
  });

  test("JSON whose lists are too deep, too short or too many", () => {
    const json = (text: string) => () => csvOfJson("x.json", Buffer.from(text), 100_000);
    expect(json("[".repeat(50))).toThrow(refused("TAPE_FILE", /more than 16 levels deep/));
    expect(json(`[${"[1,2],".repeat(5_000)}[1,2]]`)).toThrow(refused("TAPE_FILE", /shorter than a time and a price/));
    expect(json(`["${"[".repeat(50)}\\"["]`)).toThrow(refused("TAPE_HEADER", /without recognisable rows/));
    expect(json(`[${"[1704067200,2],".repeat(9_000)}[1704067200,2]]`)).toThrow(
      refused("TAPE_FILE", /at most 0 MB of JSON/),
    );
  });

  const written = (data: string[], codec: "UNCOMPRESSED" | "GZIP", packed?: Uint8Array): string => {
    const filename = join(emptyFolder(), "x.parquet");
    const compressors = packed === undefined ? undefined : { GZIP: () => packed };
    parquetWriteFile({
      filename,
      columnData: [{ name: "from", data, type: "STRING", encoding: "PLAIN" }],
      codec,
      compressors,
    });
    return filename;
  };
  const texts = (path: string) => () => withParquet(path, (parquet) => parquet.texts("from"));

  test("a Parquet page whose header says so, before it is unpacked", () => {
    const data = Array.from({ length: 100 }, (_, i) => String(i).padStart(3_000, "x"));
    expect(texts(written(data, "UNCOMPRESSED"))).toThrow(
      refused("TAPE_FILE", /a page of its column "from" claims to unpack to/),
    );
    expect(
      texts(
        written(
          data.map((text) => text.slice(-300)),
          "UNCOMPRESSED",
        ),
      )(),
    ).toHaveLength(100);
  });

  test("a Parquet page that has more in it than its header says", () => {
    const bomb = gzipSync(Buffer.alloc(30_000_000));
    expect(texts(written(["a", "b"], "GZIP", bomb))).toThrow(
      refused("TAPE_FILE", /cannot be read: Cannot create a Buffer larger/),
    );
    expect(texts(written(["a", "b"], "GZIP", gzipSync(Buffer.from("\x01\0\0\0a\x01\0\0\0b"))))()).toEqual(["a", "b"]);
  });

  test("a Parquet file of more rows than its bytes can hold", () => {
    expect(() => checkRows(2e9, [2e9], 2_000_000)).toThrow(/2000000000 rows, which do not fit in its 2000000 bytes/);
    expect(() => checkRows(5, [2, 2], 2_000_000)).toThrow(/its row groups claim 4/);
    expect(() => checkRows(-1, [-1], 100)).toThrow(/-1 rows/);
    expect(() => checkRows(30_000_000, [30_000_000], 2_000_000)).not.toThrow();
  });

  test("a manifest of more than 64 MB", () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, "manifest.json"), Buffer.alloc(68_000_000, " "));
    expect(() => openTape(folder)).toThrow(
      refused("TAPE_MANIFEST", /it has 68000000 bytes, at most 67108864 are read/),
    );
  });
});

describe.skipIf(process.platform === "win32")(
  "a tape has files only: links, pipes and devices in it are refused",
  () => {
    /** A tape with a file of each kind: imported bars, quotes, and a log. */
    async function tape(): Promise<string> {
      const desk = new Desk();
      await desk.one(csv(row(0), row(1)));
      const writer = new TapeWriter(desk.out, { source: "test" });
      writer.record("SOL.svm", { usd: 2, readAt: T0, movedAt: T0 });
      writer.recordQuote({
        at: T0,
        from: "WETH.eth",
        to: "SOL.svm",
        fromAmount: 1,
        toAmount: 1,
        fromPrice: 2,
        toPrice: 2,
      });
      writer.close();
      return desk.out;
    }
    const read = (folder: string): unknown => {
      const opened = openTape(folder);
      return [opened.prices("WETH.eth"), opened.quotedPairs];
    };
    const FILES = ["manifest.json", "bars-WETH.eth.parquet", "prices.csv", "quotes.csv"];

    test("ordinary files in it are read", async () => {
      const folder = await tape();
      for (const name of FILES) expect(existsSync(join(folder, name)), name).toBe(true);
      expect(read(folder)).toHaveLength(2);
    });

    test.each(FILES)("%s that is a link, or a pipe, is refused by readers", async (name) => {
      const folder = await tape();
      const path = join(folder, name);
      renameSync(path, `${path}.elsewhere`);
      symlinkSync(`${path}.elsewhere`, path);
      expect(() => read(folder)).toThrow(
        refused("TAPE_FILE", new RegExp(`${name} is a link, but a tape may have only regular files`)),
      );
      rmSync(path);
      execFileSync("mkfifo", [path]);
      expect(() => read(folder)).toThrow(refused("TAPE_FILE", new RegExp(`${name} is a pipe`)));
      rmSync(path);
      symlinkSync("/dev/zero", path);
      expect(() => read(folder)).toThrow(refused("TAPE_FILE", new RegExp(`${name} is a link`)));
    });

    test.each(["manifest.json", "prices.csv", "quotes.csv", "tape.lock"])(
      "no data is written through %s that is a link",
      async (name) => {
        const folder = await tape();
        const [path, other] = [join(folder, name), join(emptyFolder(), "theirs")];
        writeFileSync(other, "kept\n");
        rmSync(path);
        symlinkSync(other, path);
        expect(() => {
          const writer = new TapeWriter(folder, { source: "test" });
          try {
            writer.recordQuote({
              at: T0,
              from: "A.eth",
              to: "B.eth",
              fromAmount: 1,
              toAmount: 1,
              fromPrice: 2,
              toPrice: 2,
            });
          } finally {
            writer.close();
          }
        }).toThrow(refused("TAPE_FILE", new RegExp(`${name} is a link`)));
        expect(readFileSync(other, "utf8")).toBe("kept\n");
      },
    );

    test("an import does not write through a link either", async () => {
      const folder = await tape();
      const other = join(emptyFolder(), "theirs");
      writeFileSync(other, "kept\n");
      symlinkSync(other, join(folder, "bars-WETH.eth.2.parquet"));
      const file = temporaryFile(csv(row(2), row(3)));
      const files = [{ file, token: tokenOf("WETH.eth", registry()), symbol: "WETH" }];
      await expect(importCsv({ folder, files })).rejects.toEqual(refused("TAPE_FILE", /\.2\.parquet is a link/));
      expect(readFileSync(other, "utf8")).toBe("kept\n");
    });

    test("a device is no file to import", () => {
      expect(() => readCsv("/dev/zero")).toThrow(refused("TAPE_FILE", /it is a device, not a file/));
    });
  },
);
