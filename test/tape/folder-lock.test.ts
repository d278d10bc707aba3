import type * as fs from "node:fs";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { lockFolder, whileLocked } from "../../src/tape/folder-lock.js";
import { emptyFolder } from "../support/empty-folder.js";

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

test("a folder that was made in vain is removed while its lock is held: another process must not have begun a tape in it", async () => {
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
