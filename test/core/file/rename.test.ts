import type * as fileSystem from "node:fs";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { rename } from "../../../src/core/file/rename.js";

/** How often a virus scanner still has the file open, and how often it was tried to rename it. */
const disk = vi.hoisted(() => ({ held: 0, code: "EPERM", tried: 0 }));

vi.mock("node:fs", async (original) => ({
  ...(await original<typeof fileSystem>()),
  renameSync(): void {
    disk.tried++;
    if (disk.held-- > 0) throw Object.assign(new Error(disk.code), { code: disk.code });
  },
}));

const { platform } = process;
const on = (value: NodeJS.Platform): void => void Object.defineProperty(process, "platform", { value });
beforeEach(() => {
  Object.assign(disk, { held: 0, code: "EPERM", tried: 0 });
});
afterEach(() => on(platform));

it.each(["EPERM", "EACCES", "EBUSY"])(
  "a rename waits on Windows while another program has the new file open: %s",
  (code) => {
    on("win32");
    Object.assign(disk, { held: 3, code });
    rename("a", "b");
    expect(disk.tried).toBe(4);
  },
);

it("a rename gives up on Windows after a while, and at once at any other error, there and elsewhere", () => {
  on("win32");
  disk.held = Infinity;
  expect(() => rename("a", "b")).toThrow("EPERM");
  expect(disk.tried).toBe(9);
  disk.code = "ENOENT";
  expect(() => rename("a", "b")).toThrow("ENOENT");
  on("linux");
  disk.code = "EPERM";
  expect(() => rename("a", "b")).toThrow("EPERM");
  expect(disk.tried).toBe(11);
});
