import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readKnownLimits } from "../../../src/gateway/limits/known-limits.js";
import { gatewayFor } from "../service.js";

let dir = "";
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), "contender-known-"))));
afterEach(() => rmSync(dir, { recursive: true }));

const URL = "http://127.0.0.1:1";
const TIGHT = [{ scope: "trade", count: 7, windowMs: 60_000 }] as const;

test("a process keeps the limits that the rules gave an earlier one, before it has read them itself", async () => {
  const first = gatewayFor(URL, { spentDir: dir });
  expect(first.limitsLeft().trade).toBe(100);
  first.setLimits(TIGHT);
  const second = gatewayFor(URL, { spentDir: dir });
  expect(second.limitsLeft().trade).toBe(7);
  const elsewhere = gatewayFor("http://127.0.0.1:2", { spentDir: dir });
  expect(elsewhere.limitsLeft().trade).toBe(100);
  await Promise.all([first, second, elsewhere].map((gateway) => gateway.close()));
});

test.each([
  "",
  "{",
  "[1]",
  '[{"scope":"__proto__","count":1,"windowMs":1}]',
  '[{"scope":"all","count":0,"windowMs":1}]',
])("%j in the file counts as nothing known", async (text) => {
  const gateway = gatewayFor(URL, { spentDir: dir });
  gateway.setLimits(TIGHT);
  await gateway.close();
  const name = readdirSync(dir).find((file) => file.startsWith("limits-")) ?? "";
  writeFileSync(join(dir, name), text);
  expect(readKnownLimits(dir, URL)).toEqual([]);
});
