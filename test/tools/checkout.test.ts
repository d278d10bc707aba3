import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { root } from "../e2e/process.js";

it.skipIf(!existsSync(`${root}.git`))(
  "a checkout has the same bytes on every system, even with Git for Windows and its CR LF",
  () => {
    const files = execFileSync("git", ["ls-files", "--eol"], { cwd: root, encoding: "utf8" }).trim().split("\n");
    expect(files.filter((file) => !/\sattr\/(?:-text|text=auto eol=lf)\s/.test(file))).toEqual([]);
  },
);
