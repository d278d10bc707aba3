import { readdirSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { silentLog } from "../../src/core/log.js";
import { systemClock } from "../../src/core/time/system-clock.js";
import { Database } from "../../src/journal/database.js";
import { JournalFullError, tryToWrite } from "../../src/journal/index.js";
import { migrate } from "../../src/journal/schema/migrations.js";
import { SqliteJournal } from "../../src/journal/sqlite-journal.js";
import { journalError } from "../../src/journal/translate.js";
import type { Journal } from "../../src/journal/journal.js";
import { fillDisk, mountDisk } from "../support/small-disk.js";
import { COMPETITION, folder, hold, NOON, open, run, strategyTick } from "./support.js";

const LARGE = "x".repeat(50_000);

/** Writes ticks, each with a large reason, until one is refused; gives how many were taken. */
function fill(journal: Journal, from = 0): number {
  for (let n = from; n < from + 2_000; n++) {
    const seq = journal.nextDecision();
    const decisions = [{ seq, decision: hold(`${n} ${LARGE}`) }];
    try {
      journal.tick({ at: NOON + n, bars: [], strategies: [strategyTick({ decisions, state: { n } })] });
    } catch (error) {
      expect(error).toBeInstanceOf(JournalFullError);
      expect(error).toMatchObject({ code: "JOURNAL_FULL", remedy: expect.stringContaining("space") as string });
      return n;
    }
  }
  throw new Error("the disk was never full");
}

describe("a journal on a full disk", () => {
  it("refuses the write, keeps what was written before, and goes on once there is room", () => {
    const dir = folder();
    const db = new Database(join(dir, "journal.db"));
    migrate(db);
    const journal = new SqliteJournal(
      db,
      { clock: systemClock, log: silentLog },
      "test",
      () => undefined,
      () => undefined,
    );
    journal.begin(run());
    db.exec("PRAGMA max_page_count = 200");
    const taken = fill(journal);
    expect(journal.recover(COMPETITION).states).toEqual({ sma: { n: taken - 1 } });
    expect(fill(journal, taken)).toBe(taken);
    db.exec("PRAGMA max_page_count = 300");
    expect(fill(journal, taken)).toBeGreaterThan(taken);
    journal.close();
    const again = open(dir);
    expect(again.nextDecision()).toBeGreaterThan(taken);
  });

  it("does the same on a real file system that is full, where no new journal can be made either", (context) => {
    const dir = folder();
    mountDisk(context, dir, "size=2m");
    const journal = open(dir);
    journal.begin(run());
    const taken = fill(journal);
    expect(taken).toBeGreaterThan(3);
    expect(journal.recover(COMPETITION).states).toEqual({ sma: { n: taken - 1 } });
    journal.close();
    fillDisk(dir);
    expect(() => open(join(dir, "second"))).toThrow(JournalFullError);
  });

  it("is told of a quota that is used up, by the number that this system has for it", () => {
    const full = { sqliteCodeName: "SQLITE_IOERR_WRITE", systemErrno: constants.errno.EDQUOT };
    expect(journalError(full, "journal.db")).toBeInstanceOf(JournalFullError);
    const broken = { sqliteCodeName: "SQLITE_IOERR_WRITE", systemErrno: constants.errno.EIO };
    expect(journalError(broken, "journal.db")).toMatchObject({ code: "JOURNAL_FAILED" });
  });

  it("is found by writing a little, of which nothing stays", (context) => {
    const dir = folder();
    mountDisk(context, dir, "size=1m");
    tryToWrite(dir, 100_000);
    expect(() => tryToWrite(dir, 2_000_000)).toThrow(JournalFullError);
    expect(readdirSync(dir)).toEqual([]);
  });
});
