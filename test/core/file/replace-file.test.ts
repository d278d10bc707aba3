import type * as fileSystem from "node:fs";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { replaceFile } from "../../../src/core/file/replace-file.js";

/** How many characters the disk takes of a file before it is full, and whether the folder lets files be replaced. */
const disk = vi.hoisted(() => ({ room: Infinity, replaceable: true }));

vi.mock("node:fs", async (original) => {
  const fs = await original<typeof fileSystem>();
  const failure = (code: string): Error => Object.assign(new Error(code), { code });
  return {
    ...fs,
    writeFileSync(file: string, text: string, options?: object) {
      fs.writeFileSync(file, text.slice(0, disk.room), options);
      if (text.length > disk.room) throw failure("ENOSPC");
    },
    renameSync(from: string, to: string) {
      if (!disk.replaceable) throw failure("EBUSY");
      fs.renameSync(from, to);
    },
  };
});

function folderWith(text: string): { folder: string; file: string } {
  const folder = mkdtempSync(join(tmpdir(), "contender-replace-"));
  const file = join(folder, "report.html");
  writeFileSync(file, text);
  return { folder, file };
}

describe("replacing a file", () => {
  it("leaves the old one whole, and nothing beside it, if the disk is full", () => {
    const { folder, file } = folderWith("the good one");
    disk.room = 3;
    expect(() => replaceFile(file, "the next one")).toThrow("ENOSPC");
    expect(() => replaceFile(join(folder, "new.html"), "the next one")).toThrow("ENOSPC");
    disk.room = Infinity;
    expect(readFileSync(file, "utf8")).toBe("the good one");
    expect(readdirSync(folder)).toEqual(["report.html"]);
  });

  it("keeps the mode of the old one, and gives a new one the requested mode", () => {
    const { folder, file } = folderWith("old");
    chmodSync(file, 0o666);
    replaceFile(file, "new", 0o600);
    replaceFile(join(folder, "own"), "new", 0o600);
    expect(readFileSync(file, "utf8")).toBe("new");
    expect(statSync(file).mode & 0o777).toBe(0o666);
    expect(statSync(join(folder, "own")).mode & 0o777).toBe(0o600);
  });

  it("replaces what a link points at, not the link", () => {
    const { folder, file } = folderWith("old");
    symlinkSync(file, join(folder, "link"));
    replaceFile(join(folder, "link"), "new");
    expect(readFileSync(file, "utf8")).toBe("new");
  });

  it("writes into a file that cannot be replaced, such as a mounted one", () => {
    const { folder, file } = folderWith("old");
    disk.replaceable = false;
    replaceFile(file, "new");
    expect(() => replaceFile(join(folder, "new.html"), "new")).toThrow("EBUSY");
    disk.replaceable = true;
    expect(readFileSync(file, "utf8")).toBe("new");
    expect(readdirSync(folder)).toEqual(["report.html"]);
  });

  it.skipIf(process.platform === "win32")("writes to a device instead of replacing it", () => {
    replaceFile("/dev/null", "anything");
    expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
  });
});
