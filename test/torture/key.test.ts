import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Secrets } from "../../src/core/secrets.js";
import { KeyFile } from "../../src/gateway/keys/key-file.js";
import { hasAccess, judgeAccess, judgeFiles } from "./key/judge.js";

const [OLD, NEW] = ["key-of-yesterday", "key-of-today"];
const fine = { code: 0, said: "balances" };
const told = {
  code: 1,
  said: "No key in key, .next or .previous is accepted: a rotation was cut short. Ask the organisers of the competition for a new key.",
};
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "contender-key-"));
  writeFileSync(join(folder, "key"), OLD, { mode: 0o600 });
});
afterEach(() => rmSync(folder, { recursive: true }));

const after = () => ({ folder, valid: NEW, keys: [OLD, NEW] });

test("the judge accepts a key file that rotates, and a key that could not be kept", async () => {
  await new KeyFile(join(folder, "key"), new Secrets()).rotate(() => Promise.resolve(NEW));
  expect([hasAccess(after()), judgeFiles(after())]).toEqual([true, []]);
  expect(judgeAccess(true, "key.replace:before", false, fine)).toEqual([]);
  for (const point of ["request.resetApiKey:after", "key.next:before"])
    expect(judgeAccess(false, point, false, told)).toEqual([]);
  expect(judgeAccess(false, null, true, told)).toEqual([]);
});

test("the judge catches a rotation that keeps the old key alone", () => {
  expect(hasAccess(after())).toBe(false);
  for (const point of [
    "key.next:after",
    "key.previous:after",
    "key.replace:before",
    "request.resetApiKey:before",
    null,
  ])
    expect(judgeAccess(false, point, false, told).join()).toMatch(/key was lost/);
});

test("the judge catches a start that fails with a valid key, and one that lacks a key without the reason", () => {
  expect(judgeAccess(true, "key.marked:before", false, told).join()).toMatch(/is valid, but/);
  expect(judgeAccess(false, "key.next:before", false, fine).join()).toMatch(/nobody said so/);
  expect(judgeAccess(false, "key.next:before", false, { code: 1, said: "401" }).join()).toMatch(/nobody said so/);
});

test("the judge catches a key file that others may read, and a key in another file", () => {
  writeFileSync(join(folder, "key.next"), NEW, { mode: 0o600 });
  chmodSync(join(folder, "key.next"), 0o644);
  mkdirSync(join(folder, "data"));
  writeFileSync(join(folder, "data", "journal.db-wal"), `\0\0${OLD}\0`);
  expect(judgeFiles(after())).toEqual(["key.next has the mode 644", "a key stands in data/journal.db-wal"]);
});
