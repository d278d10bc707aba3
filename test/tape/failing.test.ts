import type * as fs from "node:fs";
import { mkdirSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { SimulatedClock } from "../../src/core/time/simulated-clock.js";
import { compactTape, openTape, TapeWriter } from "../../src/tape/index.js";
import { emptyFolder } from "../support/empty-folder.js";

const failing = vi.hoisted(() => ({ sync: false, close: false }));

vi.mock("node:fs", async (importOriginal) => {
  const real = await importOriginal<typeof fs>();
  /** As the system does it: what could not be written is told once. */
  const once = (what: keyof typeof failing): void => {
    if (!failing[what]) return;
    failing[what] = false;
    throw Object.assign(new Error("i/o error"), { code: "EIO" });
  };
  return {
    ...real,
    fdatasyncSync(fd: number) {
      once("sync");
      real.fdatasyncSync(fd);
    },
    closeSync(fd: number) {
      real.closeSync(fd);
      once("close");
    },
  };
});

function recorded(folder: string, clock?: SimulatedClock): TapeWriter {
  const writer = new TapeWriter(folder, { source: "test", ...(clock && { clock }) });
  for (const token of ["A.eth", "B.eth"]) writer.record(token, { usd: 1, readAt: 1000, movedAt: 1000 });
  return writer;
}

test("a line that did not reach the disk is reported at the end if nothing is recorded after it", () => {
  const clock = new SimulatedClock(0);
  const writer = recorded(emptyFolder(), clock);
  failing.sync = true;
  clock.step();
  expect(failing.sync).toBe(false);
  expect(() => writer.close()).toThrow(/i\/o error/);
});

test("a file that cannot be closed does not keep the tape from others", () => {
  const folder = emptyFolder();
  const writer = recorded(folder);
  failing.close = true;
  expect(() => writer.close()).toThrow(/i\/o error/);
  new TapeWriter(folder, { source: "test" }).close();
});

test("a tape that can neither be begun nor closed is free for others, and reports the first failure", () => {
  const folder = emptyFolder();
  new TapeWriter(folder, { source: "test" }).close();
  rmSync(join(folder, "manifest.json"));
  // Where the manifest is written before it has its name.
  const inTheWay = join(folder, `manifest.json.${process.pid}.next`);
  mkdirSync(inTheWay);
  failing.close = true;
  expect(() => new TapeWriter(folder, { source: "test" })).toThrow(/manifest\.json/);
  expect(failing.close).toBe(false);
  rmdirSync(inTheWay);
  new TapeWriter(folder, { source: "test" }).close();
});

test("compacting that fails leaves none of its files behind, and the tape unchanged", async () => {
  const folder = emptyFolder();
  recorded(folder).close();
  mkdirSync(join(folder, "prices-B.eth.parquet"));
  await expect(compactTape(folder)).rejects.toThrow();
  expect(readdirSync(folder).filter((name) => name.startsWith("prices-A"))).toEqual([]);
  expect(openTape(folder).points("A.eth", 0, Infinity)).toEqual([{ at: 1000, usd: 1 }]);
});
