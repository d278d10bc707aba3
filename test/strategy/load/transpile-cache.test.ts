import { chmodSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { transpileCache } from "../../../src/strategy/load/load.js";
import { emptyFolder } from "../../support/empty-folder.js";

let home = "";
beforeEach(() => {
  home = emptyFolder();
});

test("the folder of transpiled strategies is the user's own", () => {
  const folder = transpileCache(home);
  expect(folder).toBe(join(home, ".cache/contender/strategies"));
  expect(statSync(folder as string).mode & 0o777).toBe(0o700);
  expect(transpileCache(home)).toBe(folder);
});

test("a folder that others may write to is not used", () => {
  chmodSync(transpileCache(home) as string, 0o777);
  expect(transpileCache(home)).toBe(false);
});

test("without a writable home there is none", () => {
  writeFileSync(join(home, ".cache"), "a file");
  expect(transpileCache(home)).toBe(false);
  mkdirSync(join(home, "other"));
  expect(transpileCache(join(home, "other"))).not.toBe(false);
});
