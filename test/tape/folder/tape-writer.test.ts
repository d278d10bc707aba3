import type * as fs from "node:fs";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import { KNOWN_TOKENS } from "../../../src/model/known-tokens.js";
import { TokenRegistry } from "../../../src/model/token-registry.js";
import { compactTape, importCsv, openTape, TapeWriter, tokenOf, type RecordedQuote } from "../../../src/tape/index.js";
import { emptyFolder } from "../../support/empty-folder.js";
import { temporaryFile } from "../temporary-file.js";

/** Calls of fdatasync: how often lines were forced to disk. */
const disk = vi.hoisted(() => ({ syncs: 0, fails: false }));

vi.mock("node:fs", async (importOriginal) => {
  const real = await importOriginal<typeof fs>();
  const fdatasyncSync = (fd: number): void => {
    disk.syncs++;
    if (disk.fails) throw new Error("the disk went away");
    real.fdatasyncSync(fd);
  };
  return { ...real, fdatasyncSync };
});

const T0 = Date.UTC(2025, 0, 1);
const registry = new TokenRegistry(KNOWN_TOKENS);

const quote = (after: number, toPrice: number | null = 3_000): RecordedQuote => ({
  at: T0 + after,
  from: "USDC.eth",
  to: "WETH.eth",
  fromAmount: 100,
  toAmount: 0.0333,
  fromPrice: 1,
  toPrice,
});

beforeEach(() => {
  disk.syncs = 0;
  disk.fails = false;
});

describe("a record", () => {
  test("is on disk a second later at the latest, all records in one write", () => {
    const clock = new SimulatedClock(T0);
    const writer = new TapeWriter(emptyFolder(), { source: "test", clock });
    for (let after = 0; after < 900; after += 100) {
      clock.runUntil(T0 + after);
      writer.record("WETH.eth", { usd: 1, readAt: T0 + after, movedAt: T0 });
    }
    clock.runUntil(T0 + 999);
    expect(disk.syncs).toBe(0);
    clock.runUntil(T0 + 1_000);
    expect(disk.syncs).toBe(1);
    clock.runUntil(T0 + 60_000);
    expect(disk.syncs).toBe(1);
    expect(clock.next()).toBeNull();
    writer.close();
  });

  test("that cannot reach the disk is reported at the next record", () => {
    const clock = new SimulatedClock(T0);
    const writer = new TapeWriter(emptyFolder(), { source: "test", clock });
    writer.record("WETH.eth", { usd: 1, readAt: T0, movedAt: T0 });
    disk.fails = true;
    clock.runUntil(T0 + 1_000);
    disk.fails = false;
    expect(() => writer.record("WETH.eth", { usd: 1, readAt: T0, movedAt: T0 })).toThrow(
      expect.objectContaining({ code: "TAPE_FILE", message: expect.stringContaining("went away") as string }) as Error,
    );
    writer.record("WETH.eth", { usd: 1, readAt: T0 + 1, movedAt: T0 });
    writer.close();
  });

  test("may be quotes, with prices or without", () => {
    const folder = emptyFolder();
    const writer = new TapeWriter(folder, { source: "test" });
    for (const one of [quote(5), quote(1, null), quote(5)]) writer.recordQuote(one);
    writer.close();
    expect(openTape(folder).quotedPairs).toEqual([["USDC.eth", "WETH.eth"]]);
    expect(openTape(folder).quotes("USDC.eth", "WETH.eth")).toEqual([quote(1, null), quote(5)]);
  });

  test.each([
    ["an amount of 0", { ...quote(0), toAmount: 0 }],
    ["a price that is none", { ...quote(0), fromPrice: Number.NaN }],
    ["half a millisecond", { ...quote(0), at: T0 + 0.5 }],
    ["a name with a comma", { ...quote(0), to: "A,B.eth" }],
  ])("is refused as a quote with %s", (_name, wrong) => {
    const writer = new TapeWriter(emptyFolder(), { source: "test" });
    expect(() => writer.recordQuote(wrong)).toThrow(expect.objectContaining({ code: "TAPE_ROW" }) as Error);
    writer.close();
  });

  test("of a quote that a crash cut short is left out, and the next one follows the whole ones", () => {
    const folder = emptyFolder();
    const record = (one: RecordedQuote): void => {
      const writer = new TapeWriter(folder, { source: "test" });
      writer.recordQuote(one);
      writer.close();
    };
    record(quote(1));
    const file = join(folder, "quotes.csv");
    writeFileSync(file, `${readFileSync(file, "utf8")}${T0},USDC.eth,WE`);
    expect(openTape(folder).quotes("USDC.eth", "WETH.eth")).toHaveLength(1);
    record(quote(2));
    expect(openTape(folder).quotes("USDC.eth", "WETH.eth")).toEqual([quote(1), quote(2)]);
    writeFileSync(file, `${readFileSync(file, "utf8")}${T0},USDC.eth,WETH.eth,1,x,1,1\n`);
    expect(() => openTape(folder)).toThrow(/quotes\.csv, line 4/);
  });
});

describe("tokens", () => {
  test("are described by whoever knows them, otherwise by what their name says", () => {
    const folder = emptyFolder();
    const writer = new TapeWriter(folder, { source: "test", tokens: registry });
    const address = "0x514910771AF9Ca656af840dff83E8264EcF986CA";
    for (const token of ["WETH.base", `${address}.eth`, "MINE.svm"])
      writer.record(token, { usd: 1, readAt: T0, movedAt: T0 });
    writer.close();
    expect(openTape(folder).tracks.map(({ token }) => token)).toEqual([
      registry.get("WETH.base"),
      { name: `${address}.eth`, address, chain: "evm", specificChain: "eth", cash: false },
      { name: "MINE.svm", address: "", chain: "svm", specificChain: "svm", cash: false },
    ]);
  });

  test("that have imported bars are not recorded beside them", async () => {
    const folder = join(emptyFolder(), "tape");
    const file = temporaryFile(`timestamp,open,high,low,close,volume\n${T0},2,3,1,2,5\n${T0 + 60_000},2,3,1,2,5\n`);
    await importCsv({ folder, files: [{ file, token: tokenOf("WETH.eth", registry), symbol: "WETH" }] });
    const writer = new TapeWriter(folder, { source: "test" });
    expect(() => writer.record("WETH.eth", { usd: 1, readAt: T0, movedAt: T0 })).toThrow(/imported bars of WETH\.eth/);
    writer.record("SOL.svm", { usd: 1, readAt: T0, movedAt: T0 });
    writer.close();
    expect(openTape(folder).tracks.map(({ token }) => token.name)).toEqual(["WETH.eth", "SOL.svm"]);
  });
});

describe("the instant for which a reading was made", () => {
  const reading = (writer: TapeWriter, after: number, askedAt?: number): void =>
    writer.record("WETH.eth", { usd: 1 + after, readAt: T0 + after, movedAt: T0 + after }, askedAt);
  const asked = (folder: string): unknown => {
    const found = openTape(folder).askedAt("WETH.eth");
    return found && Array.from(found, (at) => at - T0);
  };

  test("is read back, from the log and after compacting, with the same fingerprint", async () => {
    const folder = emptyFolder();
    const writer = new TapeWriter(folder, { source: "test" });
    reading(writer, 30);
    reading(writer, 60_400, T0 + 60_000);
    writer.close();
    // One that was made for no instant counts from when it was read.
    expect(asked(folder)).toEqual([30, 60_000]);
    const { fingerprint } = openTape(folder);
    await compactTape(folder);
    expect(asked(folder)).toEqual([30, 60_000]);
    expect(openTape(folder).fingerprint).toBe(fingerprint);
    expect(
      openTape(folder)
        .between(T0 + 31, T0 + 90_000)
        .askedAt("WETH.eth"),
    ).toEqual(Float64Array.of(T0 + 60_000));
    const again = new TapeWriter(folder, { source: "test" });
    reading(again, 120_700, T0 + 120_000);
    again.close();
    expect(asked(folder)).toEqual([30, 60_000, 120_000]);
  });

  test("is unknown if none was given, and a log of an earlier version is continued", () => {
    const folder = emptyFolder();
    const writer = new TapeWriter(folder, { source: "test" });
    reading(writer, 30);
    writer.close();
    expect(asked(folder)).toBeNull();
    writeFileSync(join(folder, "prices.csv"), `at,token,usd,movedAt\n${T0},WETH.eth,3000.5,${T0}\n`);
    expect(asked(folder)).toBeNull();
    const again = new TapeWriter(folder, { source: "test" });
    reading(again, 60_400, T0 + 60_000);
    again.close();
    expect(asked(folder)).toEqual([0, 60_000]);
    writeFileSync(join(folder, "prices.csv"), `at,token,usd,movedAt\n${T0},WETH.eth,3000.5,${T0},soon\n`);
    expect(() => openTape(folder)).toThrow(/prices\.csv, line 2/);
  });

  test("is refused if it is no whole millisecond", () => {
    const writer = new TapeWriter(emptyFolder(), { source: "test" });
    expect(() => reading(writer, 30, T0 + 0.5)).toThrow(/asked for at/);
    writer.close();
  });
});

test.each([
  ["prices.csv", `${T0}.5,WETH.eth,3000,${T0},`],
  ["prices.csv", `1e400,WETH.eth,3000,${T0},`],
  ["prices.csv", `${T0},WETH.eth,3000,${T0}.5,`],
  ["prices.csv", `${T0},WETH.eth,3000,${T0},${T0}.5`],
  ["quotes.csv", `${T0}.5,USDC.eth,WETH.eth,1,2,1,2`],
])("a time that is no whole millisecond, edited into %s, is refused by file and line", (name, line) => {
  const folder = emptyFolder();
  const writer = new TapeWriter(folder, { source: "test" });
  writer.record("WETH.eth", { usd: 3_000, readAt: T0, movedAt: T0 });
  writer.recordQuote(quote(1));
  writer.close();
  appendFileSync(join(folder, name), `${line}\n`);
  expect(() => openTape(folder).quotedPairs).toThrow(
    expect.objectContaining({
      code: "TAPE_ROW",
      message: expect.stringContaining(`${name}, line 3`) as string,
    }) as Error,
  );
});

describe("a tape of version 1", () => {
  const old = (): string => {
    const folder = emptyFolder();
    const manifest = { format: "contender-tape", version: 1, tokens: ["WETH.eth", "MINE.eth"], source: "http://old" };
    writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
    writeFileSync(
      join(folder, "prices.csv"),
      `at,token,usd,movedAt\n${T0},WETH.eth,3000.5,${T0 - 5}\n${T0},MINE.eth,1e-7,${T0}\n${T0 + 60_000},WETH.eth,3001,${T0 + 60_000}\n`,
    );
    return folder;
  };

  test("is read unchanged", () => {
    const tape = openTape(old());
    expect(tape.label).toBe("http://old");
    expect(tape.points("WETH.eth", 0, Infinity).map(({ usd }) => usd)).toEqual([3000.5, 3001]);
    expect([...(tape.movedAt("WETH.eth") ?? [])]).toEqual([T0 - 5, T0 + 60_000]);
    expect(tape.tracks[0]?.token.address).toBe("0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2");
  });

  test("is recorded into and compacted, and keeps its content", async () => {
    const folder = old();
    const { fingerprint } = openTape(folder);
    const writer = new TapeWriter(folder, { source: "new", tokens: registry });
    writer.close();
    expect(openTape(folder).fingerprint).toBe(fingerprint);
    const compacted = await compactTape(folder);
    expect(compacted.fingerprint).toBe(fingerprint);
    expect(compacted.label).toBe("http://old");
    expect(compacted.points("MINE.eth", 0, Infinity)).toEqual([{ at: T0, usd: 1e-7 }]);
  });
});

test("a reading after the end reports that the writer was closed, and a text is shown as a text", () => {
  const folder = emptyFolder();
  const writer = new TapeWriter(folder, { source: "test", tokens: registry });
  const reading = { usd: "3000" as never, readAt: T0, movedAt: T0 };
  expect(() => writer.record("WETH.eth", reading)).toThrow("the price '3000' of WETH.eth");
  writer.close();
  expect(() => writer.record("WETH.eth", { ...reading, usd: 3_000 })).toThrow(`tape in ${folder} was closed`);
});
