import {
  appendFileSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { silentLog, type Log } from "../../../src/core/log.js";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import { SpentFileError } from "../../../src/gateway/errors.js";
import type { Ticket } from "../../../src/gateway/limits/request-log-store.js";
import { RATE_SCOPES } from "../../../src/model/rules.js";
import { RequestLogFile, spentIdentity } from "../../../src/gateway/limits/request-log-file.js";
import { parseSpentLine, spentLine } from "../../../src/gateway/limits/request-log-line.js";
import { emptyFolder } from "../../support/empty-folder.js";

const HOUR = 3_600_000;
const NOON = Date.UTC(2025, 0, 1, 12);
const ME = "0123456789abcdef";

let dir = "";
let clock: SimulatedClock;
beforeEach(() => {
  dir = emptyFolder();
  clock = new SimulatedClock(NOON + HOUR / 2);
});

const open = (options: Partial<ConstructorParameters<typeof RequestLogFile>[0]> = {}): RequestLogFile =>
  new RequestLogFile({ dir, identity: ME, clock, log: silentLog, ...options });

const files = (): string[] => readdirSync(dir).sort();

/** One request, with a record of its own. */
const sent = (file: RequestLogFile, operation: string, end: number): Ticket => file.sent(operation, end, () => 1);

test("one process reads what another writes, in order, and not its own records", () => {
  const a = open();
  const b = open();
  const first = sent(a, "getPrice", 111);
  first.ended(99);
  const second = sent(a, "getQuote", 222);
  second.cancelled();
  sent(b, "getTrades", 333);
  expect(a.read().map(({ kind }) => kind)).toEqual(["sent"]);
  expect(b.read()).toEqual([
    { kind: "sent", id: first.record, end: 111, operation: "getPrice", count: 1 },
    { kind: "ended", id: first.record, end: 99, count: 1 },
    { kind: "sent", id: second.record, end: 222, operation: "getQuote", count: 1 },
    { kind: "cancelled", id: second.record },
  ]);
  expect(b.read()).toEqual([]);
});

test("records before one's own are those written earlier; the rest comes with the next reading", () => {
  const a = open();
  const b = open();
  sent(a, "first", 1);
  const own = sent(b, "own", 2).record ?? "";
  sent(a, "later", 3);
  expect(b.read(own)).toMatchObject([{ operation: "first" }]);
  expect(b.read()).toMatchObject([{ operation: "later" }]);
});

test("an end is written with the next record, or when the file is closed", () => {
  const a = open();
  const b = open();
  const first = sent(a, "getPrice", 9);
  b.read();
  first.ended(5);
  expect(b.read()).toEqual([]);
  const second = sent(a, "getPrice", 9);
  expect(b.read()).toMatchObject([{ kind: "ended", id: first.record, end: 5 }, { kind: "sent" }]);
  second.ended(6);
  a.close();
  expect(b.read()).toEqual([{ kind: "ended", id: second.record, end: 6, count: 1 }]);
});

describe("a burst", () => {
  const tickets = (file: RequestLogFile, count: number, most: number): Ticket[] =>
    Array.from({ length: count }, () => file.sent("getPrice", clock.now() + 1_000, () => most));

  test("is written in records that cover twice as many each, up to the allowed maximum", () => {
    const a = open();
    const b = open();
    tickets(a, 12, 4);
    expect(b.read().map((record) => record.kind === "sent" && record.count)).toEqual([1, 2, 4, 4, 4]);
  });

  test("that covers several records how many were sent, and when the last one ended", () => {
    const a = open();
    const b = open();
    const [one, two, three, four] = tickets(a, 4, 8) as [Ticket, Ticket, Ticket, Ticket];
    expect([one, two, three, four].map(({ record }) => record !== null)).toEqual([true, true, false, true]);
    three.ended(70);
    two.ended(50);
    four.ended(60);
    clock.runUntil(clock.now() + 101);
    sent(a, "getPrice", 1);
    const ended = b.read().filter(({ kind }) => kind === "ended");
    expect(ended).toEqual([
      { kind: "ended", id: two.record, end: 70, count: 2 },
      { kind: "ended", id: four.record, end: 60, count: 1 },
    ]);
  });

  test("that pauses begins again with one, and returns unused coverage", () => {
    const a = open();
    const b = open();
    for (const ticket of tickets(a, 4, 8)) ticket.cancelled();
    b.read();
    clock.runUntil(clock.now() + 101);
    tickets(a, 1, 8);
    expect(b.read()).toMatchObject([{ kind: "sent", count: 1 }]);
  });

  test("covers nothing after a tenth of a second, and others know it that much longer", () => {
    const a = open();
    const b = open();
    tickets(a, 2, 8);
    const records = b.read();
    expect(records.map((record) => record.kind === "sent" && record.end - clock.now())).toEqual([1_000, 1_100]);
    clock.runUntil(clock.now() + 100);
    expect(tickets(a, 1, 8)[0]?.record).toBeNull();
    clock.runUntil(clock.now() + 1);
    expect(tickets(a, 1, 8)[0]?.record).not.toBeNull();
  });
});

test("a restart reads what was spent before, across the hour too", () => {
  const before = open();
  sent(before, "getPrice", 1);
  before.close();
  clock.runUntil(NOON + HOUR + 1);
  const after = open();
  sent(after, "getQuote", 2);
  expect(after.read()).toMatchObject([{ operation: "getPrice" }]);
  expect(files()).toHaveLength(2);
});

test("files that no longer matter are removed, those of other keys too", () => {
  sent(open(), "getPrice", 1);
  sent(open({ identity: "f".repeat(16) }), "getPrice", 1);
  writeFileSync(join(dir, "journal.db"), "");
  const hour = Math.floor(clock.now() / HOUR);
  clock.runUntil(NOON + 25.5 * HOUR);
  open().close();
  expect(files()).toHaveLength(4);
  clock.runUntil(NOON + 26 * HOUR);
  open();
  expect(files()).toEqual(["journal.db", `spent-${ME}-0-${hour + 25}.log`, `spent-${ME}-0-${hour + 26}.log`]);
});

test("files stay for as long as the longest window reaches back, and one more hour", () => {
  const limits = { retainMs: () => 48 * HOUR };
  sent(open(limits), "getPrice", 1);
  const [first] = files();
  for (const [hours, stays] of [
    [49, true],
    [50, false],
  ] as const) {
    clock.runUntil(NOON + hours * HOUR);
    const reader = open(limits);
    expect([files().includes(first ?? ""), reader.read().length]).toEqual([stays, stays ? 1 : 0]);
    reader.close();
  }
});

test("requests from before a boot count as if the last of them had been sent at the boot", () => {
  const before = open({ boot: "a" });
  sent(before, "getPrice", clock.now() + 1_000).ended(clock.now() + 100);
  sent(before, "getQuote", clock.now() + 5_000);
  before.paused("trade", clock.now() + 60_000);
  before.close();
  clock = new SimulatedClock(20_000);
  const after = open({ boot: "b", longestOf: () => 2_000 });
  expect(after.read()).toMatchObject([
    { kind: "sent", operation: "getPrice", end: -2_000 },
    { kind: "ended", end: -2_900 },
    { kind: "sent", operation: "getQuote", end: 2_000 },
    // The last request had been sent three seconds after the clock showed what it shows now.
    { kind: "paused", scope: "trade", end: 57_000 },
  ]);
  clock.runUntil(26 * HOUR);
  open({ boot: "b" });
  expect(files()).toEqual([`spent-${ME}-b-26.log`]);
});

test("the last request before a boot is dated by the longest time that its operation takes", () => {
  const before = open({ boot: "a" });
  sent(before, "resetApiKey", clock.now() + 60_000);
  clock.runUntil(clock.now() + 1_000);
  sent(before, "getPrice", clock.now() + 2_000);
  before.close();
  clock = new SimulatedClock(0);
  const longestOf = (operation: string) => (operation === "resetApiKey" ? 60_000 : 2_000);
  expect(open({ boot: "b", longestOf }).read()).toMatchObject([
    { operation: "resetApiKey", end: 59_000 },
    { operation: "getPrice", end: 2_000 },
  ]);
});

test("of the hours before a boot only requests within the window count, each by its own time", () => {
  const ago = [30, 5, 2, 1, 0];
  for (const hours of ago) {
    clock = new SimulatedClock(NOON - hours * HOUR);
    const before = open({ boot: "a" });
    sent(before, `${hours}h`, clock.now() + 2_000).ended(clock.now() + 100);
    before.close();
  }
  clock = new SimulatedClock(0);
  const records = open({ boot: "b", longestOf: () => 2_000 }).read();
  const requests = records.flatMap((record) =>
    record.kind === "sent" ? [[record.operation, record.end - 2_000]] : [],
  );
  expect(requests).toEqual([
    ["2h", -2 * HOUR],
    ["1h", -HOUR],
    ["0h", 0],
  ]);
});

test("a process that slept over the hour reads what was written to the old file meanwhile", () => {
  const a = open();
  const b = open();
  sent(a, "late", 7);
  clock.runUntil(NOON + HOUR + 30 * 60_000);
  sent(a, "new", 8);
  expect(b.read()).toMatchObject([{ operation: "late" }, { operation: "new" }]);
});

test("records of a process whose clock is a little ahead or behind at the hour are seen", () => {
  const slow = new SimulatedClock(NOON + HOUR - 20);
  const fast = new SimulatedClock(NOON + HOUR + 20);
  const a = open({ clock: slow });
  const b = open({ clock: fast });
  sent(a, "slow", 1);
  expect(b.read()).toMatchObject([{ operation: "slow" }]);
  sent(b, "fast", 2);
  expect(a.read()).toMatchObject([{ operation: "fast" }]);
  sent(a, "slow again", 3);
  expect(b.read()).toHaveLength(1);
});

test("thousands of ends at once are all written", () => {
  const a = open();
  const b = open();
  const tickets = Array.from({ length: 4_000 }, (_, i) => sent(a, `op${i}`, 9));
  b.read();
  for (const ticket of tickets) ticket.ended(5);
  sent(a, "last", 1);
  expect(b.read()).toHaveLength(4_001);
});

test("a file of several hundred thousand bytes is read to its end, and its records are whole", () => {
  const a = open();
  const names = Array.from({ length: 9_000 }, (_, i) => `op${i}`);
  for (const name of names) sent(a, name, clock.now());
  const path = join(dir, files()[0] as string);
  expect(statSync(path).size).toBeGreaterThan(3 * 65_536);
  expect(
    open()
      .read()
      .map((record) => record.kind === "sent" && record.operation),
  ).toEqual(names);
});

test.skipIf(process.platform !== "linux")("a process that runs for days keeps at most two hours' files open", () => {
  const a = open();
  const held = (): number => {
    let count = 0;
    for (const fd of readdirSync("/proc/self/fd"))
      try {
        if (readlinkSync(join("/proc/self/fd", fd)).startsWith(dir)) count++;
      } catch {
        // The folder that is listed was open for that.
      }
    return count;
  };
  for (let hour = 0; hour < 50; hour++) {
    sent(a, "getPrice", clock.now());
    a.read();
    clock.runUntil(clock.now() + HOUR);
  }
  expect(held()).toBeGreaterThan(0);
  expect(held()).toBeLessThanOrEqual(2);
});

test("a torn record is left out, and spoils no other", () => {
  const a = open();
  sent(a, "getPrice", 1);
  const path = join(dir, files()[0] as string);
  appendFileSync(path, "\n+ dead-1 17345");
  sent(a, "getQuote", 2);
  const b = open();
  expect(b.read().map((record) => record.kind === "sent" && record.operation)).toEqual(["getPrice", "getQuote"]);
});

test("a record without its end is read when the end is there", () => {
  const a = open();
  sent(a, "getPrice", 1);
  const b = open();
  b.read();
  const path = join(dir, files()[0] as string);
  appendFileSync(path, "\n+ other-1 17");
  expect(b.read()).toEqual([]);
  appendFileSync(path, "34 2 getQuote.");
  expect(b.read()).toEqual([{ kind: "sent", id: "other-1", end: 1734, operation: "getQuote", count: 2 }]);
});

test("any bytes in a file are survived", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const a = open({ identity: "a".repeat(16) });
      const path = join(dir, files().find((name) => name.includes("aaaa")) as string);
      appendFileSync(path, bytes);
      const id = sent(a, "getPrice", 42).record;
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
  sent(old, "getPrice", 1);
  old.close();
  const renewed = open({ identity: "b".repeat(16), former: [ME] });
  expect(renewed.read()).toMatchObject([{ operation: "getPrice" }]);
  const again = open({ identity: "b".repeat(16), former: [ME] });
  expect(again.read()).toHaveLength(1);
});

test("a file that another process has removed or taken over meanwhile is no error", () => {
  clock = new SimulatedClock(20_000);
  // Listed, and not to be found.
  for (const identity of [ME, "c".repeat(16)])
    symlinkSync(join(dir, "nowhere"), join(dir, `spent-${identity}-a-0.log`));
  const store = open({ boot: "b", former: ["c".repeat(16)] });
  sent(store, "getPrice", 1);
  expect(open({ boot: "b" }).read()).toMatchObject([{ operation: "getPrice" }]);
});

test("the file's name does not reveal the key, and depends on the base URL and the key", () => {
  const identity = spentIdentity("https://a.example", "k".repeat(33));
  expect(identity).toMatch(/^[0-9a-f]{16}$/);
  expect(spentIdentity("https://b.example", "k".repeat(33))).not.toBe(identity);
  expect(spentIdentity("https://a.example", "x".repeat(33))).not.toBe(identity);
});

test("only its owner may read the file", () => {
  sent(open(), "getPrice", 1);
  expect(statSync(join(dir, files()[0] as string)).mode & 0o777).toBe(0o600);
});

test("a folder that cannot be made is refused with the remedy", () => {
  writeFileSync(join(dir, "file"), "");
  const below = (): RequestLogFile => open({ dir: join(dir, "file", "below") });
  expect(below).toThrow(SpentFileError);
  const remedy = expect.stringContaining("`data` in config") as string;
  const cause = expect.objectContaining({ code: "ENOTDIR" }) as Error;
  expect(below).toThrow(expect.objectContaining({ remedy, cause }) as Error);
});

test("when the file can no longer be written the bot continues, and is warned once", () => {
  const warnings: unknown[] = [];
  const log: Log = { ...silentLog, warn: (...said) => warnings.push(said) };
  const a = open({ log });
  sent(a, "getPrice", 1);
  rmSync(dir, { recursive: true });
  clock.runUntil(NOON + 2 * HOUR);
  sent(a, "getPrice", 2);
  sent(a, "getPrice", 3);
  expect(a.read()).toEqual([]);
  // What, where and what to do: a stack would say nothing more.
  const what = expect.stringMatching(/^RequestLog requests cannot be written down in .*: ENOENT/) as string;
  expect(warnings).toEqual([[what, { remedy: expect.stringContaining("room") as string }]]);
});

test("after closing nothing more is written", () => {
  const a = open();
  sent(a, "getPrice", 1);
  const tickets = [sent(a, "getQuote", 1), sent(a, "getTrades", 1)];
  a.close();
  const path = join(dir, files()[0] as string);
  const before = readFileSync(path, "utf8");
  tickets[0]?.ended(1);
  tickets[1]?.cancelled();
  a.close();
  expect(readFileSync(path, "utf8")).toBe(before);
});

test("every record reads back as it was written, and no beginning of it does", () => {
  const id = fc.stringMatching(/^[0-9a-z]{8}-[0-9a-z]{1,6}$/);
  const end = fc.integer({ min: 0, max: 9e15 });
  const count = fc.integer({ min: 1, max: 512 });
  const record = fc.oneof(
    fc.record({ kind: fc.constant("sent" as const), id, end, count, operation: fc.stringMatching(/^[a-zA-Z]{1,20}$/) }),
    fc.record({ kind: fc.constant("ended" as const), id, end, count }),
    fc.record({ kind: fc.constant("cancelled" as const), id }),
    fc.record({ kind: fc.constant("paused" as const), id, end, scope: fc.constantFrom(...RATE_SCOPES) }),
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

test.each([
  { kind: "sent", id: "a-1", end: 10.25, count: 1, operation: "getPrice" },
  { kind: "ended", id: "a-1", end: 10.25, count: 1 },
  { kind: "paused", id: "a-1", end: 10.25, scope: "trade" },
] as const)("a time between two milliseconds is written as the later one: of what was $kind", (record) => {
  expect(parseSpentLine(spentLine(record).slice(1))).toEqual({ ...record, end: 11 });
});
