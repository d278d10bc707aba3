import type * as modules from "node:module";
import { readdirSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { folder, open } from "./support.js";

/** What SQLite says of a lock that the file system does not give. */
const drive = vi.hoisted(() => ({ says: "" }));

vi.mock("node:module", async (original) => {
  class DatabaseSync {
    exec(): never {
      throw Object.assign(new Error("no lock"), { sqliteCodeName: drive.says });
    }
    close(): void {}
  }
  const node = await original<Pick<typeof modules, "createRequire">>();
  const createRequire = (from: string) => (name: string) =>
    name === "@photostructure/sqlite" ? { DatabaseSync } : (node.createRequire(from)(name) as unknown);
  return { ...node, createRequire };
});

it.each(["SQLITE_BUSY", "SQLITE_IOERR"])(
  "a folder on a drive without file locks is named as such if SQLite reports %s: no other bot has it",
  (says) => {
    const dir = folder();
    drive.says = says;
    expect(() => open(dir)).toThrow(/Nothing keeps two bots apart in .*: its file system locks no files/);
    expect(readdirSync(dir)).toEqual(["journal.lock"]);
  },
);
