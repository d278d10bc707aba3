import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { silentLog } from "../../src/core/log.js";
import { seededRandom } from "../../src/core/random.js";
import { systemClock } from "../../src/core/time/system-clock.js";
import { Database } from "../../src/journal/database.js";
import {
  JournalCorruptError,
  JournalForeignError,
  JournalHeldError,
  JournalMissingError,
  JournalNewerError,
  JournalUnwritableError,
  openJournalReader,
} from "../../src/journal/index.js";
import { migrate } from "../../src/journal/schema/migrations.js";
import { SqliteJournal } from "../../src/journal/sqlite-journal.js";
import { COMPETITION, entry, folder, NOON, open, run } from "./support.js";

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);

function thrown(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

/** Root may write anywhere: it becomes somebody else for a moment. */
function unprivileged<T>(act: () => T): T {
  if (process.getuid?.() !== 0) return act();
  process.seteuid?.(65_534);
  try {
    return act();
  } finally {
    process.seteuid?.(0);
  }
}

describe("openJournal", () => {
  it("creates the folder, and files that only their owner may read", () => {
    const dir = join(folder(), "deep", "data");
    const journal = open(dir);
    journal.begin(run());
    expect(mode(dir)).toBe("700");
    for (const file of ["journal.db", "journal.db-wal", "journal.db-shm", "journal.lock", "journal.pid"])
      expect([file, mode(join(dir, file))]).toEqual([file, "600"]);
  });

  it("gives the journal an id once, for ever", () => {
    const dir = folder();
    const first = open(dir, { random: seededRandom("one") });
    const id = first.journalId;
    expect(id).toMatch(/^[0-9a-hjkmnp-tv-z]{4}$/);
    first.close();
    const second = open(dir, { random: seededRandom("another") });
    expect(second.journalId).toBe(id);
    expect(open(folder(), { random: seededRandom("another") }).journalId).not.toBe(id);
  });

  it("writes with a log ahead, and waits for the disk at each transaction", () => {
    const dir = folder();
    open(dir).close();
    const db = new Database(join(dir, "journal.db"));
    expect(db.statement("PRAGMA journal_mode").get()?.text("journal_mode")).toBe("wal");
    db.close();
  });

  it("refuses a second bot on the same folder, and says which process holds it", () => {
    const dir = folder();
    open(dir);
    const error = thrown(() => open(dir));
    expect(error).toBeInstanceOf(JournalHeldError);
    expect(error).toMatchObject({ code: "JOURNAL_HELD", pid: process.pid });
    expect((error as JournalHeldError).message).toContain(`process ${process.pid}`);
  });

  it("says that the holder is not known where its note is missing or garbled", () => {
    const dir = folder();
    open(dir);
    writeFileSync(join(dir, "journal.pid"), "not a number");
    expect(thrown(() => open(dir))).toMatchObject({ code: "JOURNAL_HELD", pid: null });
  });

  it("refusing the second bot does not loosen the first one's lock", () => {
    const dir = folder();
    open(dir);
    for (let i = 0; i < 3; i++) expect(() => open(dir)).toThrow(JournalHeldError);
  });

  it("lets the next bot in once the first has closed, and leaves no note of it", () => {
    const dir = folder();
    open(dir).close();
    expect(existsSync(join(dir, "journal.pid"))).toBe(false);
    const second = open(dir);
    second.begin(run());
    second.close();
    second.close();
  });

  it("lets the next bot in where closing failed, too", () => {
    class Unclosable extends Database {
      override close(): void {
        super.close();
        throw new Error("the disk went away");
      }
    }
    const db = new Unclosable(join(folder(), "journal.db"));
    migrate(db);
    const released = vi.fn();
    const journal = new SqliteJournal(db, { clock: systemClock, log: silentLog }, "test", released, () => undefined);
    expect(() => journal.close()).toThrow("the disk went away");
    expect(released).toHaveBeenCalledOnce();
  });

  it("releases the lock when opening fails after it was taken", () => {
    const dir = folder();
    writeFileSync(join(dir, "journal.db"), "this is a text file, and longer than a header ".repeat(50));
    expect(() => open(dir)).toThrow(JournalForeignError);
    expect(() => open(dir)).toThrow(JournalForeignError);
  });

  it("refuses a file that is no database, and leaves it as it is", () => {
    const dir = folder();
    const path = join(dir, "journal.db");
    const text = "somebody's notes ".repeat(100);
    writeFileSync(path, text);
    const error = thrown(() => open(dir));
    expect(error).toMatchObject({ code: "JOURNAL_FOREIGN" });
    expect((error as JournalForeignError).message).toContain(path);
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  it("refuses another program's database, and leaves it as it is", () => {
    const dir = folder();
    const path = join(dir, "journal.db");
    const other = new Database(path);
    other.exec("CREATE TABLE photos (id INTEGER PRIMARY KEY)");
    other.close();
    const before = readFileSync(path);
    expect(() => open(dir)).toThrow(JournalForeignError);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it("refuses a journal of a later version, and leaves it as it is", () => {
    const dir = folder();
    open(dir).close();
    const path = join(dir, "journal.db");
    const later = new Database(path);
    later.exec("PRAGMA user_version = 99");
    later.close();
    const before = readFileSync(path);
    for (const action of [() => open(dir), () => openJournalReader(dir)]) {
      const error = thrown(action);
      expect(error).toBeInstanceOf(JournalNewerError);
      expect((error as JournalNewerError).message).toContain("99");
    }
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  // As root every folder can be written, so the folder is made impossible by other means.
  it("says so where a file stands in place of the folder", () => {
    const file = join(folder(), "data");
    writeFileSync(file, "");
    expect(thrown(() => open(file))).toMatchObject({ code: "JOURNAL_UNWRITABLE" });
    expect(thrown(() => open(join(file, "below")))).toMatchObject({ code: "JOURNAL_UNWRITABLE" });
  });

  it("says so where a folder stands in place of the database", () => {
    const dir = folder();
    mkdirSync(join(dir, "journal.db"));
    expect(thrown(() => open(dir))).toMatchObject({ code: "JOURNAL_UNWRITABLE" });
  });

  it("says so where the folder may not be written", () => {
    const dir = folder();
    chmodSync(dir, 0o555);
    expect(unprivileged(() => thrown(() => open(dir)))).toBeInstanceOf(JournalUnwritableError);
  });

  it("says so where pages in the middle are damaged", () => {
    const dir = folder();
    const journal = open(dir);
    journal.begin(run());
    for (let i = 0; i < 200; i++) journal.adjust(NOON, [entry("1", { token: `T${i}.eth` })]);
    journal.close();
    const path = join(dir, "journal.db");
    const bytes = readFileSync(path);
    bytes.fill(0xa5, 4096, bytes.length - 4096);
    writeFileSync(path, bytes);
    expect(thrown(() => open(dir).recover(COMPETITION))).toBeInstanceOf(JournalCorruptError);
  });

  it("says where, and what to do, where a row holds what nobody writes", () => {
    const dir = folder();
    const journal = open(dir);
    journal.begin(run());
    journal.note({ at: NOON, level: "info", kind: "a-kind", text: "a text" });
    journal.close();
    const file = join(dir, "journal.db");
    const db = new Database(file);
    db.exec("UPDATE notes SET level = 'loud'");
    db.close();
    const reader = openJournalReader(dir);
    expect(thrown(() => reader.notes())).toMatchObject({
      code: "JOURNAL_CORRUPT",
      message: expect.stringContaining(`${file}: column level should hold`) as string,
      remedy: expect.stringContaining(`move the folder ${dir} away`) as string,
    });
    reader.close();
  });
});

describe("openJournalReader", () => {
  it("says so where there is no journal, or no folder", () => {
    expect(thrown(() => openJournalReader(folder()))).toBeInstanceOf(JournalMissingError);
    expect(thrown(() => openJournalReader(join(folder(), "nowhere")))).toMatchObject({ code: "JOURNAL_MISSING" });
  });

  it("refuses a file that is no journal", () => {
    const dir = folder();
    writeFileSync(join(dir, "journal.db"), "a text ".repeat(200));
    expect(() => openJournalReader(dir)).toThrow(JournalForeignError);
  });
});
