import { appendFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { silentLog, type Log } from "../../../src/core/log.js";
import { SimulatedClock } from "../../../src/core/simulated-clock.js";
import { SpentFileError } from "../../../src/gateway/errors.js";
import { SpentFile, spentIdentity } from "../../../src/gateway/limits/spent-file.js";
import { parseSpentLine, spentLine } from "../../../src/gateway/limits/spent-line.js";

const HOUR = 3_600_000;
const NOON = Date.UTC(2025, 0, 1, 12);
const ME = "0123456789abcdef";

let dir = "";
let clock: SimulatedClock;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "contender-spent-"));
  clock = new SimulatedClock(NOON + HOUR / 2);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const open = (options: Partial<ConstructorParameters<typeof SpentFile>[0]> = {}): SpentFile =>
  new SpentFile({ dir, identity: ME, clock, log: silentLog, ...options });

const files = (): string[] => readdirSync(dir).sort();

test("what one process writes the other reads, in order, and its own not at all", () => {
  const a = open();
  const b = open();
  const id = a.sent("getPrice", 111);
  a.ended(id, 99);
  const second = a.sent("getQuote", 222);
  a.cancelled(second);
  b.sent("getTrades", 333);
  expect(a.read().map(({ kind }) => kind)).toEqual(["sent"]);
  expect(b.read()).toEqual([
    { kind: "sent", id, end: 111, operation: "getPrice" },
    { kind: "ended", id, end: 99 },
    { kind: "sent", id: second, end: 222, operation: "getQuote" },
    { kind: "cancelled", id: second },
  ]);
  expect(b.read()).toEqual([]);
});

test("up to one's own record means what others wrote before it; the rest comes with the next reading", () => {
  const a = open();
  const b = open();
  a.sent("first", 1);
  const own = b.sent("own", 2);
  a.sent("later", 3);
  expect(b.read(own)).toMatchObject([{ operation: "first" }]);
  expect(b.read()).toMatchObject([{ operation: "later" }]);
});

test("an end is written with the next request, or at the close", () => {
  const a = open();
  const b = open();
  a.ended("x-1", 5);
  expect(b.read()).toEqual([]);
  a.sent("getPrice", 9);
  expect(b.read()).toMatchObject([{ kind: "ended", id: "x-1", end: 5 }, { kind: "sent" }]);
  a.ended("x-2", 6);
  a.close();
  expect(b.read()).toEqual([{ kind: "ended", id: "x-2", end: 6 }]);
});

test("a restart reads what was spent before, over the hour too", () => {
  const before = open();
  before.sent("getPrice", 1);
  before.close();
  clock.runUntil(NOON + HOUR + 1);
  const after = open();
  after.sent("getQuote", 2);
  expect(after.read()).toMatchObject([{ operation: "getPrice" }]);
  expect(files()).toHaveLength(2);
});

test("files that no longer matter are removed, those of others' keys with them", () => {
  open().sent("getPrice", 1);
  open({ identity: "f".repeat(16) }).sent("getPrice", 1);
  writeFileSync(join(dir, "journal.db"), "");
  clock.runUntil(NOON + 4 * HOUR);
  open();
  expect(files()).toEqual([`spent-${ME}-${Math.floor(clock.now() / HOUR)}.log`, "journal.db"].sort());
});

test("a process that slept over the hour reads what was written to the old file meanwhile", () => {
  const a = open();
  const b = open();
  a.sent("late", 7);
  clock.runUntil(NOON + HOUR + 30 * 60_000);
  a.sent("new", 8);
  expect(b.read()).toMatchObject([{ operation: "late" }, { operation: "new" }]);
});

test("a process whose clock is a little ahead or behind at the hour is seen", () => {
  const slow = new SimulatedClock(NOON + HOUR - 20);
  const fast = new SimulatedClock(NOON + HOUR + 20);
  const a = open({ clock: slow });
  const b = open({ clock: fast });
  a.sent("slow", 1);
  expect(b.read()).toMatchObject([{ operation: "slow" }]);
  b.sent("fast", 2);
  expect(a.read()).toMatchObject([{ operation: "fast" }]);
  a.sent("slow again", 3);
  expect(b.read()).toHaveLength(1);
});

test("a torn record is left out, and spoils no other", () => {
  const a = open();
  a.sent("getPrice", 1);
  const path = join(dir, files()[0] as string);
  appendFileSync(path, "\n+ dead-1 17345");
  a.sent("getQuote", 2);
  const b = open();
  expect(b.read().map((record) => record.kind === "sent" && record.operation)).toEqual(["getPrice", "getQuote"]);
});

test("a record whose end is not there yet is read when it is", () => {
  const a = open();
  a.sent("getPrice", 1);
  const b = open();
  b.read();
  const path = join(dir, files()[0] as string);
  appendFileSync(path, "\n+ other-1 17");
  expect(b.read()).toEqual([]);
  appendFileSync(path, "34 getQuote.");
  expect(b.read()).toEqual([{ kind: "sent", id: "other-1", end: 1734, operation: "getQuote" }]);
});

test("bytes of any kind are survived", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const a = open({ identity: "a".repeat(16) });
      const path = join(dir, files().find((name) => name.includes("aaaa")) as string);
      appendFileSync(path, bytes);
      const id = a.sent("getPrice", 42);
      const b = open({ identity: "a".repeat(16) });
      expect(b.read().filter((record) => record.id === id)).toHaveLength(1);
      a.close();
      b.close();
      rmSync(path);
    }),
    { numRuns: 50 },
  );
});

test("a new key's file begins with what was spent under the old one", () => {
  const old = open();
  old.sent("getPrice", 1);
  old.close();
  const renewed = open({ identity: "b".repeat(16), former: [ME] });
  expect(renewed.read()).toMatchObject([{ operation: "getPrice" }]);
  const again = open({ identity: "b".repeat(16), former: [ME] });
  expect(again.read()).toHaveLength(1);
});

test("the file's name tells nothing of the key, and depends on the base URL and the key", () => {
  const identity = spentIdentity("https://a.example", "k".repeat(33));
  expect(identity).toMatch(/^[0-9a-f]{16}$/);
  expect(spentIdentity("https://b.example", "k".repeat(33))).not.toBe(identity);
  expect(spentIdentity("https://a.example", "x".repeat(33))).not.toBe(identity);
});

test("only its owner may read the file", () => {
  open().sent("getPrice", 1);
  expect(statSync(join(dir, files()[0] as string)).mode & 0o777).toBe(0o600);
});

test("a folder that cannot be made is refused with the remedy", () => {
  writeFileSync(join(dir, "file"), "");
  expect(() => open({ dir: join(dir, "file", "below") })).toThrow(SpentFileError);
});

test("when the file can no longer be written the bot goes on, and is warned once", () => {
  const warnings: string[] = [];
  const log: Log = { ...silentLog, warn: (message) => warnings.push(message) };
  const a = open({ log });
  a.sent("getPrice", 1);
  rmSync(dir, { recursive: true });
  clock.runUntil(NOON + 2 * HOUR);
  a.sent("getPrice", 2);
  a.sent("getPrice", 3);
  expect(a.read()).toEqual([]);
  expect(warnings).toHaveLength(1);
});

test("after the close nothing is written any more", () => {
  const a = open();
  a.sent("getPrice", 1);
  a.close();
  const path = join(dir, files()[0] as string);
  const before = readFileSync(path, "utf8");
  a.ended("x", 1);
  a.cancelled("x");
  a.close();
  expect(readFileSync(path, "utf8")).toBe(before);
});

test("every record reads back as it was written, and no beginning of it does", () => {
  const id = fc.stringMatching(/^[0-9a-z]{8}-[0-9a-z]{1,6}$/);
  const end = fc.integer({ min: 0, max: 9e15 });
  const record = fc.oneof(
    fc.record({ kind: fc.constant("sent" as const), id, end, operation: fc.stringMatching(/^[a-zA-Z]{1,20}$/) }),
    fc.record({ kind: fc.constant("ended" as const), id, end }),
    fc.record({ kind: fc.constant("cancelled" as const), id }),
  );
  fc.assert(
    fc.property(record, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (written, share) => {
      const line = spentLine(written);
      expect(line.startsWith("\n")).toBe(true);
      expect(parseSpentLine(line.slice(1))).toEqual(written);
      expect(parseSpentLine(line.slice(1, 1 + Math.floor(share * (line.length - 1))))).toBeNull();
    }),
  );
});
