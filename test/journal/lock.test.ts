import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { journalHolder } from "../../src/journal/index.js";
import { folder, open } from "./support.js";

test("the holder of a journal is known while it lives, and a free journal has none", () => {
  const dir = join(folder(), "data");
  expect(journalHolder(dir)).toBeNull();
  expect(existsSync(dir)).toBe(false);
  const journal = open(dir);
  expect(journalHolder(dir)).toEqual({ pid: process.pid });
  journal.close();
  expect(journalHolder(dir)).toBeNull();
});
