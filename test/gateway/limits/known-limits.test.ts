import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { HOUR } from "../../../src/core/time/duration.js";
import { silentLog, type Log } from "../../../src/core/log.js";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import { readKnownLimits, writeKnownLimits } from "../../../src/gateway/limits/known-limits.js";
import { RATE_SCOPES } from "../../../src/model/rules.js";
import { gatewayFor, PRICE, serve } from "../service.js";
import { emptyFolder } from "../../support/empty-folder.js";

let dir = "";
beforeEach(() => (dir = emptyFolder()));

const URL = "http://127.0.0.1:1";
const TIGHT = [{ scope: "trade", count: 7, windowMs: 60_000 }] as const;

test("a process keeps the limits that the rules gave an earlier process, before it has read them itself", async () => {
  const first = gatewayFor(URL, { spentDir: dir });
  expect(first.limitsLeft().trade).toBe(100);
  first.setLimits(TIGHT);
  const second = gatewayFor(URL, { spentDir: dir });
  expect(second.limitsLeft().trade).toBe(7);
  const elsewhere = gatewayFor("http://127.0.0.1:2", { spentDir: dir });
  expect(elsewhere.limitsLeft().trade).toBe(100);
  await Promise.all([first, second, elsewhere].map((gateway) => gateway.close()));
});

test("the folder of known limits is created if it is missing", () => {
  const below = join(dir, "data", "spent");
  expect(readKnownLimits(below, URL)).toEqual([]);
  writeKnownLimits(below, URL, TIGHT);
  expect(readKnownLimits(below, URL)).toEqual(TIGHT);
});

test("only its owner may read the file of a service's limits", async () => {
  const gateway = gatewayFor(URL, { spentDir: dir });
  gateway.setLimits(TIGHT);
  await gateway.close();
  const name = readdirSync(dir).find((file) => file.startsWith("limits-")) ?? "";
  expect(statSync(join(dir, name)).mode & 0o777).toBe(0o600);
});

test.each([
  "",
  "{",
  "[1]",
  '[{"scope":"__proto__","count":1,"windowMs":1}]',
  '[{"scope":"all","count":0,"windowMs":1}]',
])("%j in the file is ignored", async (text) => {
  const gateway = gatewayFor(URL, { spentDir: dir });
  gateway.setLimits(TIGHT);
  await gateway.close();
  const name = readdirSync(dir).find((file) => file.startsWith("limits-")) ?? "";
  writeFileSync(join(dir, name), text);
  expect(readKnownLimits(dir, URL)).toEqual([]);
});

test("limits that cannot be written are reported with the place and the remedy, and hold all the same", async () => {
  const warnings: unknown[] = [];
  const log: Log = { ...silentLog, warn: (...said) => warnings.push(said) };
  const gateway = gatewayFor(URL, { spentDir: dir, log });
  // Nothing can be renamed over a folder that is not empty.
  const name = `limits-${createHash("sha256").update(URL).digest("hex").slice(0, 16)}.json`;
  mkdirSync(join(dir, name, "in-the-way"), { recursive: true });
  gateway.setLimits(TIGHT);
  const what = expect.stringContaining(`cannot be written down in ${dir}: E`) as string;
  expect(warnings).toEqual([[what, { remedy: expect.stringContaining("room") as string }]]);
  expect(gateway.limitsLeft().trade).toBe(7);
  await gateway.close();
});

test("a limit of a day holds over restarts hours apart, even with hourly files of spent requests", async () => {
  const steady = new SimulatedClock(100 * HOUR);
  const service = await serve(() => ({ body: PRICE }));
  const limits = { overrides: { price: [{ count: 10, windowMs: 24 * HOUR }] } };
  const left: (number | null)[] = [];
  for (const hours of [0, 3, 12, 23, 26]) {
    steady.runUntil((100 + hours) * HOUR);
    const gateway = gatewayFor(service.url, { spentDir: dir, steady, limits });
    if (hours < 23) await gateway.price("WETH.eth");
    left.push(gateway.limitsLeft().price);
    await gateway.close();
  }
  await service.close();
  expect(left).toEqual([9, 8, 7, 7, 8]);
});

test("a process with shorter limits removes nothing that a limit of a day needs", async () => {
  const steady = new SimulatedClock(100 * HOUR);
  const service = await serve(() => ({ body: PRICE }));
  const daily = { spentDir: dir, steady, limits: { overrides: { price: [{ count: 10, windowMs: 24 * HOUR }] } } };
  const first = gatewayFor(service.url, daily);
  await first.price("WETH.eth");
  await first.close();
  steady.runUntil(110 * HOUR);
  const unlimited = { overrides: Object.fromEntries(RATE_SCOPES.map((scope) => [scope, "off"])) };
  await gatewayFor(service.url, { spentDir: dir, steady, limits: unlimited }).close();
  const last = gatewayFor(service.url, daily);
  expect(last.limitsLeft().price).toBe(9);
  await last.close();
  await service.close();
});
