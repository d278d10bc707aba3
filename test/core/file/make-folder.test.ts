import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeFolder } from "../../../src/core/file/make-folder.js";
import { emptyFolder } from "../../support/empty-folder.js";

const folder = (): string => emptyFolder();

describe("making a folder", () => {
  it("makes its parents too, with the requested mode", () => {
    const base = folder();
    makeFolder(join(base, "a", "b", "c"), 0o700);
    for (const made of ["a", "a/b", "a/b/c"]) expect(statSync(join(base, made)).mode & 0o777).toBe(0o700);
  });

  it("leaves an existing one as it is", () => {
    const base = folder();
    const { mode } = statSync(base);
    makeFolder(base);
    expect(statSync(base).mode).toBe(mode);
  });

  it("fails below a file", () => {
    const base = folder();
    writeFileSync(join(base, "file"), "");
    expect(() => makeFolder(join(base, "file", "within"))).toThrow(/ENOTDIR|ENOENT/);
  });

  it.runIf(existsSync("/proc/self"))("fails, and does not retry for ever, if the system can create none", () => {
    expect(() => makeFolder("/proc/contender/within")).toThrow(/ENOENT/);
  });
});
