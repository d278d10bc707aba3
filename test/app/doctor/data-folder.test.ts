import type fs from "node:fs";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { checkDataFolder, checkJournal } from "../../../src/app/doctor/data-folder.js";
import { Database } from "../../../src/journal/database.js";
import { migrate, MIGRATIONS } from "../../../src/journal/schema/migrations.js";
import { botFolder } from "../bot-files.js";

const disk = vi.hoisted(() => ({ free: 1e9, full: false, type: 0xef53 }));

vi.mock("node:fs", async (importOriginal) => {
  const real = await importOriginal<typeof fs>();
  return {
    ...real,
    statfsSync: () => ({ type: disk.type, bavail: disk.free / 4_096, bsize: 4_096, blocks: 1e9 }),
    writeFileSync(path: string, bytes: Uint8Array, options: object): void {
      real.writeFileSync(path, disk.full ? "" : bytes, options);
      if (disk.full) throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    },
  };
});

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "contender-doctor-"));
  Object.assign(disk, { free: 1e9, full: false, type: 0xef53 });
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

test("a journal of an earlier version stays as it is, and is a warning to copy it first", async () => {
  const bot = botFolder("service: { sandbox: {} }\ndata: .\n");
  const file = join(bot.folder, "journal.db");
  const journal = new Database(file);
  migrate(journal, MIGRATIONS.slice(0, -1));
  journal.close();
  expect(await checkJournal(bot.folder)).toMatchObject({
    status: "warn",
    text: expect.stringContaining("by an earlier version") as string,
  });
  const after = new Database(file, { readOnly: true });
  expect(after.number("SELECT user_version AS value FROM pragma_user_version")).toBe(MIGRATIONS.length - 1);
  after.close();
});

test("a data folder on a full disk is a failure, even if a file can be created there", () => {
  disk.full = true;
  expect(() => checkDataFolder(folder)).toThrow(expect.objectContaining({ code: "JOURNAL_FULL" }));
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ["NFS", 0x6969],
  ["SMB", 0xfe534d42],
  ["9p, used for Windows drives in WSL", 0x01021997],
  ["FUSE, used in containers for folders of macOS or Windows", 0x65735546],
])("a data folder on %s is a warning, because locks may not hold there", (name, type) => {
  disk.type = type;
  const text = `${folder} is on a file system that may be shared with another machine (${name})`;
  expect(checkDataFolder(folder)).toMatchObject({ status: "warn", text });
});
