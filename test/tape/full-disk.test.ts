import type * as fs from "node:fs";
import { expect, test, vi } from "vitest";
import { openTape, TapeWriter } from "../../src/tape/index.js";
import { emptyFolder } from "../support/empty-folder.js";

/** Bytes that there is room for. */
const disk = vi.hoisted(() => ({ room: Infinity, open: new Set<number>() }));

vi.mock("node:fs", async (importOriginal) => {
  const real = await importOriginal<typeof fs>();
  /** Writes what there is room for, as the system does; with no room at all it fails. */
  const writeSync = (file: number, data: Buffer | string): number => {
    const bytes = Buffer.from(data);
    if (disk.room === 0) throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    const written = real.writeSync(file, bytes, 0, Math.min(bytes.length, disk.room));
    disk.room -= written;
    return written;
  };
  const openSync: typeof fs.openSync = (...args) => {
    const file = real.openSync(...args);
    disk.open.add(file);
    return file;
  };
  const closeSync: typeof fs.closeSync = (file) => {
    disk.open.delete(file);
    real.closeSync(file);
  };
  return { ...real, writeSync, openSync, closeSync };
});

test("a disk that was full within a line leaves a readable tape, which continues when there is room", () => {
  const folder = emptyFolder();
  const writer = new TapeWriter(folder, { source: "test" });
  const record = (usd: number, at: number): void => writer.record("A.eth", { usd, readAt: at, movedAt: at });
  record(1, 1000);
  disk.room = 7;
  expect(() => record(2, 2000)).toThrow(expect.objectContaining({ code: "TAPE_FULL" }) as Error);
  expect(() => record(3, 3000)).toThrow(/disk is full|no space left/);
  disk.room = Infinity;
  record(4, 4000);
  writer.close();
  expect(openTape(folder).points("A.eth", 0, Infinity)).toEqual([
    { at: 1000, usd: 1 },
    { at: 4000, usd: 4 },
  ]);
});

test("quotes that a full disk refuses leave no file open, however often they come", () => {
  const writer = new TapeWriter(emptyFolder(), { source: "test" });
  const open = disk.open.size;
  const quote = { at: 1000, from: "A.eth", to: "B.eth", fromAmount: 1, toAmount: 2, fromPrice: null, toPrice: null };
  disk.room = 0;
  for (let i = 0; i < 5; i++)
    expect(() => writer.recordQuote(quote)).toThrow(expect.objectContaining({ code: "TAPE_FULL" }) as Error);
  expect(disk.open.size).toBe(open);
  disk.room = Infinity;
  writer.recordQuote(quote);
  writer.close();
});
