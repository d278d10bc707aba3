import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ContenderError } from "../../src/core/errors.js";
import { POINT_CHANNEL } from "../../src/model/points.js";
import { Database } from "../../src/journal/database.js";
import { openJournalReader } from "../../src/journal/index.js";
import { takeLock } from "../../src/journal/lock.js";
import { cutTornLog, cutTornLogIfFree } from "../../src/journal/torn-log.js";
import { keyWatch } from "../support/canary/watch.js";
import { folder, open } from "./support.js";

const HEADER = 32;

interface Files {
  readonly db: Buffer;
  readonly log: Buffer;
}

/** The journal of a process that died: some notes are in the log alone. */
function deadJournal(): Files {
  const dir = folder();
  // Folded into the database when it is closed: its tables stand there, and its notes in the log.
  open(dir).close();
  const journal = open(dir);
  for (let i = 0; i < 20; i++) journal.note({ at: i, level: "info", kind: "a-note", text: "x".repeat(300 * i) });
  const files = filesIn(dir);
  journal.close();
  return files;
}

function filesIn(dir: string): Files {
  return { db: readFileSync(join(dir, "journal.db")), log: readFileSync(join(dir, "journal.db-wal")) };
}

function lay({ db, log }: Files): string {
  const dir = join(folder(), "data");
  mkdirSync(dir);
  writeFileSync(join(dir, "journal.db"), db);
  writeFileSync(join(dir, "journal.db-wal"), log);
  return dir;
}

/** The same, for SQLite to open as it is: it may lay memory of the tests, keys of theirs with it, into its index. */
function layRaw(files: Files): string {
  const dir = lay(files);
  keyWatch.meant(join(dir, "journal.db-shm"));
  return dir;
}

const sizeOf = (dir: string): number => statSync(join(dir, "journal.db-wal")).size;

/** What SQLite finds; null where that is no journal. */
function notesIn(dir: string): number | null {
  const db = new Database(join(dir, "journal.db"));
  try {
    return db.number("SELECT count(*) AS value FROM notes");
  } catch {
    return null;
  } finally {
    db.close();
  }
}

/** Bytes of the log's index, behind its header, that are not 0. */
function indexed(dir: string): number {
  const index = readFileSync(join(dir, "journal.db-shm"));
  return index.subarray(136).filter((byte) => byte !== 0).length;
}

describe("a torn log", () => {
  it("is cut to what SQLite uses of it, wherever it is cut, and whatever stands in the wrong place", () => {
    const torn = fc.record({
      length: fc.nat({ max: 100_000 }),
      at: fc.nat({ max: 100_000 }),
      flip: fc.nat({ max: 255 }),
    });
    const dead = deadJournal();
    let cut = 0;
    fc.assert(
      fc.property(torn, ({ length, at, flip }) => {
        const log = Buffer.from(dead.log.subarray(0, length % (dead.log.length + 1)));
        if (log.length > 0) log[at % log.length]! ^= flip;
        const [raw, mended] = [layRaw({ db: dead.db, log }), lay({ db: dead.db, log })];
        cutTornLog(mended);
        if (sizeOf(mended) < log.length) cut++;
        expect(notesIn(mended)).toBe(notesIn(raw));
      }),
      { numRuns: 60, examples: [[{ length: 100, at: 0, flip: 0 }], [{ length: 5_000, at: 60, flip: 1 }]] },
    );
    expect(cut).toBeGreaterThan(1);
  });

  it.each([
    ["the first frame is cut short", (log: Buffer) => log.subarray(0, 100)],
    ["the first frame is spoilt", (log: Buffer) => Buffer.concat([log.subarray(0, 60), log.subarray(61)])],
  ])("leaves nothing of the process's memory in the index where %s", (_what, tear) => {
    const { db, log } = deadJournal();
    const dir = lay({ db, log: tear(log) });
    const reader = openJournalReader(dir, { follows: true });
    expect(indexed(dir)).toBe(0);
    reader.close();
    expect(sizeOf(dir)).toBe(HEADER);
  });

  it("is cut before a bot opens the journal, and what is no file is left to SQLite", () => {
    const { db, log } = deadJournal();
    const dir = lay({ db, log: log.subarray(0, 100) });
    const sizes: number[] = [];
    const passed = (point: unknown): void => {
      if (point === "journal.open:before") sizes.push(sizeOf(dir));
    };
    subscribe(POINT_CHANNEL, passed);
    open(dir).close();
    unsubscribe(POINT_CHANNEL, passed);
    expect(sizes).toEqual([HEADER]);
    const odd = folder();
    writeFileSync(join(odd, "journal.db"), db);
    mkdirSync(join(odd, "journal.db-wal"));
    expect(() => open(odd)).toThrow(ContenderError);
    expect(() => openJournalReader(odd)).toThrow(ContenderError);
  });

  it("is left as it is where a whole frame stands on every page of the index, and so is a whole one", () => {
    const dead = deadJournal();
    for (const log of [dead.log, dead.log.subarray(0, dead.log.length - 10)]) {
      const dir = lay({ db: dead.db, log });
      cutTornLog(dir);
      expect(readFileSync(join(dir, "journal.db-wal")).equals(log)).toBe(true);
    }
  });

  it("is left alone by who reads while somebody has the journal, and where there is none", () => {
    const { db, log } = deadJournal();
    const dir = lay({ db, log: log.subarray(0, 100) });
    const lock = takeLock(dir);
    cutTornLogIfFree(dir);
    expect(sizeOf(dir)).toBe(100);
    lock.release();
    cutTornLogIfFree(dir);
    expect(sizeOf(dir)).toBe(HEADER);
    const none = folder();
    cutTornLogIfFree(none);
    expect(existsSync(join(none, "journal.lock"))).toBe(false);
  });

  it("is cut at the second page of the index, where that one has no whole frame", () => {
    const dir = join(folder(), "data");
    mkdirSync(dir);
    const db = new Database(join(dir, "journal.db"));
    db.exec("PRAGMA page_size = 512; PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0");
    db.exec("CREATE TABLE notes (text TEXT)");
    const page = 512 + 24;
    while (sizeOf(dir) < HEADER + 4_200 * page) db.exec(`INSERT INTO notes VALUES ('${"x".repeat(100_000)}')`);
    const { db: file, log } = filesIn(dir);
    db.close();
    const torn = Buffer.from(log.subarray(0, HEADER + 4_100 * page));
    torn[HEADER + 4_062 * page + 100]! ^= 1;
    const [raw, mended] = [layRaw({ db: file, log: torn }), lay({ db: file, log: torn })];
    cutTornLog(mended);
    expect(sizeOf(mended)).toBe(HEADER + 4_062 * page);
    expect(notesIn(mended)).toBe(notesIn(raw));
    torn[HEADER + 4_062 * page + 100]! ^= 1;
    writeFileSync(join(mended, "journal.db-wal"), torn);
    cutTornLog(mended);
    expect(sizeOf(mended)).toBe(torn.length);
  });
});
