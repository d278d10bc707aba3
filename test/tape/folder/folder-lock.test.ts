import { execFileSync } from "node:child_process";
import type * as fs from "node:fs";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { lockFile, lockFolder, whileLocked } from "../../../src/tape/folder/folder-lock.js";
import { emptyFolder } from "../../support/empty-folder.js";

/** Called before a folder is removed. */
const hook = vi.hoisted(() => ({ before: (): void => undefined }));

vi.mock("node:fs", async (importOriginal) => {
  const real = await importOriginal<typeof fs>();
  const rmSync: typeof fs.rmSync = (...args) => {
    hook.before();
    real.rmSync(...args);
  };
  return { ...real, rmSync };
});

test("an unused new folder is removed under its lock, so that no other process can have begun a tape in it", async () => {
  const folder = join(emptyFolder(), "new");
  let refused: unknown = null;
  hook.before = () => {
    hook.before = () => undefined;
    try {
      lockFolder(folder).release();
    } catch (error) {
      refused = error;
    }
  };
  await expect(whileLocked(folder, () => Promise.reject(new Error("no such file")))).rejects.toThrow("no such file");
  expect(refused).toMatchObject({ code: "TAPE_HELD" });
  expect(existsSync(folder)).toBe(false);
  expect(await whileLocked(folder, () => Promise.resolve("made"))).toBe("made");
});

/** What another process says that tries to take a file. */
const elsewhere = (file: string): string =>
  execFileSync(process.execPath, ["-e", TAKE, file], { encoding: "utf8" }).trim();

const TAKE = `
  const { DatabaseSync } = require("@photostructure/sqlite");
  try {
    new DatabaseSync(process.argv[1]).exec("BEGIN EXCLUSIVE");
    console.log("taken");
  } catch (error) {
    console.log(error.sqliteCodeName);
  }`;

test("a second writer of the same process is refused, and does not take the first one's lock away", () => {
  const folder = emptyFolder();
  const lock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(expect.objectContaining({ code: "TAPE_HELD" }) as Error);
  expect(elsewhere(lockFile(folder))).toBe("SQLITE_BUSY");
  lock.release();
  expect(elsewhere(lockFile(folder))).toBe("taken");
});

test("a file in the folder's place is reported as a file", () => {
  const file = join(emptyFolder(), "candles.csv");
  writeFileSync(file, "");
  expect(() => lockFolder(file)).toThrow(
    expect.objectContaining({
      code: "TAPE_FILE",
      message: expect.stringContaining(`The tape in ${file} cannot be written`) as string,
      remedy: "The path of the tape's folder is a file. Give another folder.",
    }),
  );
});
