import type * as fs from "node:fs";
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { describe, expect, test, vi } from "vitest";
import { TokenRegistry } from "../../../src/model/token-registry.js";
import { KNOWN_TOKENS } from "../../../src/model/known-tokens.js";
import { compactTape, openTape, TapeWriter, type Tape } from "../../../src/tape/index.js";
import { emptyFolder } from "../../support/empty-folder.js";

/** Called before whatever changes a folder. */
const hook = vi.hoisted(() => ({ before: (): void => undefined }));
/** The files that were opened. */
const opened = vi.hoisted((): string[] => []);

vi.mock("node:fs", async (importOriginal) => {
  const real = await importOriginal<typeof fs>();
  const watched =
    <Args extends unknown[], Result>(work: (...args: Args) => Result) =>
    (...args: Args): Result => {
      hook.before();
      return work(...args);
    };
  const openSync: typeof fs.openSync = (path, ...args) => {
    const file = real.openSync(path, ...args);
    opened.push(String(path));
    return file;
  };
  return {
    ...real,
    openSync,
    writeFileSync: watched(real.writeFileSync),
    renameSync: watched(real.renameSync),
    rmSync: watched(real.rmSync),
    fsyncSync: watched(real.fsyncSync),
  };
});

const T0 = Date.UTC(2025, 0, 1);
const MINUTE = 60_000;
const tokens = new TokenRegistry(KNOWN_TOKENS);

interface Reading {
  readonly token: string;
  readonly usd: number;
  readonly minute: number;
  /** So many milliseconds before it was read it was asked for, where that is said. */
  readonly late?: number | null;
}

function record(folder: string, readings: readonly Reading[], quotes: readonly number[] = []): void {
  const writer = new TapeWriter(folder, { source: "test", tokens });
  for (const { token, usd, minute, late = null } of readings) {
    const readAt = T0 + minute * MINUTE;
    const price = { usd, readAt, movedAt: T0 + Math.floor(minute / 2) * MINUTE };
    writer.record(token, price, late === null ? null : readAt - late);
  }
  for (const minute of quotes)
    writer.recordQuote({
      at: T0 + minute * MINUTE,
      from: "USDC.eth",
      to: "WETH.eth",
      fromAmount: 100 + minute,
      toAmount: 0.03,
      fromPrice: 1,
      toPrice: null,
    });
  writer.close();
}

const some = (from: number, until: number): Reading[] =>
  Array.from({ length: until - from }, (_, i) =>
    ["WETH.eth", "SOL.svm"].map((token) => ({ token, usd: 100 + (from + i) / 7, minute: from + i })),
  ).flat();

/** The files of a tape, whatever generation they are of. */
const names = (folder: string): string[] =>
  readdirSync(folder)
    .map((name) => name.replace(/\.\d+\.parquet$/, ".parquet"))
    .sort();

const contents = (tape: Tape) => ({
  tracks: tape.tracks,
  prices: tape.tracks.map(({ token }) => [...(tape.prices(token.name)?.prices ?? [])]),
  times: tape.tracks.map(({ token }) => [...(tape.prices(token.name)?.times ?? [])]),
  asked: tape.tracks.map(({ token }) => tape.askedAt(token.name)),
  moved: tape.tracks.map(({ token }) => [...(tape.movedAt(token.name) ?? [])]),
  quotes: tape.quotedPairs.map(([from, to]) => tape.quotes(from, to)),
  fingerprint: tape.fingerprint,
});

describe("compacting a tape", () => {
  test("changes the place of the readings, and no reading", async () => {
    const folder = emptyFolder();
    record(folder, some(0, 30), [1, 5, 9]);
    const before = contents(openTape(folder));
    const after = await compactTape(folder);
    expect(contents(after)).toEqual(before);
    expect(readdirSync(folder).sort()).toEqual([
      "manifest.json",
      "prices-SOL.svm.parquet",
      "prices-WETH.eth.parquet",
      "quotes.parquet",
      "tape.lock",
    ]);
  });

  test("changes nothing the second time", async () => {
    const folder = emptyFolder();
    record(folder, some(0, 5));
    await compactTape(folder);
    const manifest = readFileSync(join(folder, "manifest.json"), "utf8");
    await compactTape(folder);
    expect(readFileSync(join(folder, "manifest.json"), "utf8")).toBe(manifest);
  });

  test("keeps all records, in whatever order and however often it runs in between", async () => {
    const reading = fc.record({
      token: fc.constantFrom("WETH.eth", "SOL.svm", "A b/c.eth"),
      usd: fc.double({ min: 1e-12, max: 1e12, noNaN: true }),
      minute: fc.integer({ min: 0, max: 50 }),
      late: fc.option(fc.nat(9_000)),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(reading, { maxLength: 40 }), fc.array(reading, { maxLength: 40 }), async (one, two) => {
        const [once, twice] = [emptyFolder(), emptyFolder()];
        record(once, [...one, ...two]);
        record(twice, one);
        await compactTape(twice);
        record(twice, two);
        const whole = contents(openTape(once));
        expect(contents(openTape(twice))).toEqual(whole);
        expect(contents(await compactTape(twice))).toEqual(whole);
      }),
      { numRuns: 8 },
    );
  });

  test("leaves files of others in the folder alone", async () => {
    const folder = emptyFolder();
    record(folder, some(0, 5));
    for (const name of ["bars-mine.parquet", "notes.txt"]) writeFileSync(join(folder, name), "mine");
    await compactTape(folder);
    expect(readFileSync(join(folder, "bars-mine.parquet"), "utf8")).toBe("mine");
    expect(existsSync(join(folder, "notes.txt"))).toBe(true);
  });

  test("is refused while another process records into it, and possible afterwards", async () => {
    const folder = emptyFolder();
    const writer = new TapeWriter(folder, { source: "test" });
    writer.record("WETH.eth", { usd: 1, readAt: T0, movedAt: T0 });
    await expect(compactTape(folder)).rejects.toMatchObject({ code: "TAPE_HELD" });
    expect(() => new TapeWriter(folder, { source: "test" })).toThrow(
      expect.objectContaining({ code: "TAPE_HELD" }) as Error,
    );
    writer.close();
    expect((await compactTape(folder)).tracks).toHaveLength(1);
  });

  test("reads a log once, however long it is", async () => {
    const folder = emptyFolder();
    record(folder, some(0, 10));
    opened.length = 0;
    await compactTape(folder);
    expect(opened.filter((path) => path.endsWith("prices.csv"))).toHaveLength(1);
  });

  test("of a folder that is no tape is refused, and leaves nothing in it", async () => {
    const folder = emptyFolder();
    await expect(compactTape(folder)).rejects.toMatchObject({ code: "TAPE_MANIFEST" });
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("a kill while compacting", () => {
  test("at any step leaves the tape whole, and compacting again completes it", async () => {
    const folder = emptyFolder();
    record(folder, some(0, 10), [1, 2]);
    await compactTape(folder);
    record(folder, some(5, 20), [2, 7]);
    const whole = contents(openTape(folder));
    const copies: string[] = [];
    hook.before = () => {
      hook.before = () => undefined;
      const copy = emptyFolder();
      cpSync(folder, copy, { recursive: true });
      copies.push(copy);
      hook.before = snapshot;
    };
    const snapshot = hook.before;
    await compactTape(folder);
    hook.before = () => undefined;
    expect(copies.length).toBeGreaterThan(8);
    for (const copy of copies) {
      expect(contents(openTape(copy))).toEqual(whole);
      expect(contents(await compactTape(copy))).toEqual(whole);
      expect(names(copy)).toEqual(names(folder));
    }
  });

  test("by a full disk is an error, and the tape can be used", async () => {
    const folder = emptyFolder();
    record(folder, some(0, 10));
    const whole = contents(openTape(folder));
    for (let step = 1; step < 40; step++) {
      let left = step;
      hook.before = () => {
        if (--left === 0) throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
      };
      const done = await compactTape(folder).then(
        () => true,
        (error: unknown) => {
          expect(error).toMatchObject({ code: "TAPE_FULL" });
          return false;
        },
      );
      hook.before = () => undefined;
      expect(contents(openTape(folder))).toEqual(whole);
      if (done) break;
    }
  });
});

describe("the files", () => {
  test("are Parquet for other tools: times as UTC timestamps of milliseconds, required plain columns", async () => {
    const folder = emptyFolder();
    record(folder, some(0, 2), [1]);
    await compactTape(folder);
    const bytes = (name: string) => Uint8Array.from(readFileSync(join(folder, name))).buffer;
    const { schema, row_groups: groups } = parquetMetadata(bytes("prices-WETH.eth.parquet"));
    expect(schema.slice(1)).toMatchObject([
      {
        name: "time",
        repetition_type: "REQUIRED",
        logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
      },
      { name: "moved", repetition_type: "REQUIRED" },
      { name: "usd", type: "DOUBLE", repetition_type: "REQUIRED" },
    ]);
    expect(groups[0]?.columns.map(({ meta_data: meta }) => [meta?.codec, meta?.encodings])).toEqual(
      Array.from({ length: 3 }, () => ["UNCOMPRESSED", ["PLAIN"]]),
    );
    expect(await parquetReadObjects({ file: bytes("prices-WETH.eth.parquet") })).toEqual([
      { time: new Date(T0), moved: new Date(T0), usd: 100 },
      { time: new Date(T0 + MINUTE), moved: new Date(T0), usd: 100 + 1 / 7 },
    ]);
    expect(await parquetReadObjects({ file: bytes("quotes.parquet") })).toEqual([
      {
        time: new Date(T0 + MINUTE),
        from: "USDC.eth",
        to: "WETH.eth",
        from_amount: 101,
        to_amount: 0.03,
        from_price: 1,
        to_price: Number.NaN,
      },
    ]);
  });

  test("name the tokens with address and chain, and the places of gaps", async () => {
    const folder = emptyFolder();
    record(
      folder,
      [0, 1, 2, 9, 10].map((minute) => ({ token: "WETH.eth", usd: 1, minute })),
    );
    await compactTape(folder);
    const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as object;
    expect(manifest).toMatchObject({
      format: "contender-tape",
      version: 2,
      source: "test",
      range: { from: "2025-01-01T00:00:00.000Z", until: "2025-01-01T00:11:00.000Z" },
      tokens: [
        {
          name: "WETH.eth",
          address: "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2",
          chain: "evm",
          specificChain: "eth",
          rows: 5,
          intervalMs: MINUTE,
          gaps: { count: 1, longest: [{ from: "2025-01-01T00:02:00.000Z", until: "2025-01-01T00:09:00.000Z" }] },
        },
      ],
    });
  });

  test("are refused if they are not what the manifest says", async () => {
    const folder = emptyFolder();
    record(folder, some(0, 9));
    await compactTape(folder);
    const file = join(folder, "prices-WETH.eth.parquet");
    const whole = readFileSync(file);
    const refused = (bytes: Uint8Array | null): unknown => {
      writeFileSync(file, bytes ?? "");
      try {
        openTape(folder).prices("WETH.eth");
      } catch (error) {
        return error;
      }
      return null;
    };
    expect(refused(whole)).toBeNull();
    for (const broken of [
      null,
      whole.subarray(0, 100),
      whole.subarray(0, whole.length - 9),
      Buffer.from("no parquet at all"),
    ])
      expect(refused(broken)).toMatchObject({
        code: "TAPE_FILE",
        message: expect.stringContaining("prices-WETH.eth.parquet") as string,
      });
    cpSync(join(folder, "prices-SOL.svm.parquet"), file);
    expect(openTape(folder).prices("WETH.eth")?.times).toHaveLength(9);
    const other = emptyFolder();
    record(other, some(0, 8));
    await compactTape(other);
    expect(refused(readFileSync(join(other, "prices-WETH.eth.parquet")))).toMatchObject({ code: "TAPE_MANIFEST" });
  });
});
