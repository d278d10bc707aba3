import type fs from "node:fs";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { checkDataFolder } from "../../../src/app/doctor/data-folder.js";

const disk = vi.hoisted(() => ({ free: 1e9, full: false }));

vi.mock("node:fs", async (importOriginal) => {
  const real = await importOriginal<typeof fs>();
  return {
    ...real,
    statfsSync: () => ({ bavail: disk.free / 4_096, bsize: 4_096, blocks: 1e9 }),
    writeFileSync(path: string, bytes: Uint8Array, options: object): void {
      real.writeFileSync(path, disk.full ? "" : bytes, options);
      if (disk.full) throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    },
  };
});

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "contender-doctor-"));
  Object.assign(disk, { free: 1e9, full: false });
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a data folder with room for a week is right, and nothing stays in it", () => {
  expect(checkDataFolder(folder)).toMatchObject({ status: "ok", text: folder });
  expect(readdirSync(folder)).toEqual([]);
});

test("a data folder with less room than a week takes is a warning", () => {
  disk.free = 40e6;
  expect(checkDataFolder(folder)).toMatchObject({ status: "warn", text: `${folder} has 40.0 MB left` });
});

test("a data folder on a full disk is a failure, though a file can be made there", () => {
  disk.full = true;
  expect(() => checkDataFolder(folder)).toThrow(expect.objectContaining({ code: "JOURNAL_FULL" }));
  expect(readdirSync(folder)).toEqual([]);
});
