import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { Database } from "../../src/journal/database.js";
import {
  JournalFailedError,
  JournalMissingError,
  JournalOlderError,
  openJournalReader,
} from "../../src/journal/index.js";
import { checkReadable, migrate, MIGRATIONS } from "../../src/journal/schema/migrations.js";
import { BACKTEST, EACH_MINUTE, folder, open, run } from "./support.js";

function database(): Database {
  const db = new Database(join(folder(), "journal.db"));
  onTestFinished(() => db.close());
  return db;
}

const FIRST = "CREATE TABLE first (id INTEGER PRIMARY KEY) STRICT";
const SECOND = "ALTER TABLE first ADD COLUMN text TEXT; CREATE TABLE second (id INTEGER PRIMARY KEY) STRICT";
const version = (db: Database): number => db.number("SELECT user_version AS value FROM pragma_user_version");

describe("migrate", () => {
  it("brings an empty file to the newest version, and changes nothing the second time", () => {
    const db = database();
    migrate(db);
    expect(version(db)).toBe(MIGRATIONS.length);
    migrate(db);
    expect(() => checkReadable(db)).not.toThrow();
  });

  it("applies only the steps that an older journal lacks", () => {
    const db = database();
    migrate(db, [FIRST]);
    db.exec("INSERT INTO first VALUES (7)");
    migrate(db, [FIRST, SECOND]);
    expect(version(db)).toBe(2);
    expect(db.statement("SELECT * FROM first").get()?.number("id")).toBe(7);
    expect(db.statement("SELECT count(*) AS value FROM second").get()?.number("value")).toBe(0);
  });

  it("leaves the version before a step that fails half-way", () => {
    const db = database();
    migrate(db, [FIRST]);
    expect(() => migrate(db, [FIRST, `${SECOND}; INSERT INTO nowhere VALUES (1)`])).toThrow(JournalFailedError);
    expect(version(db)).toBe(1);
    migrate(db, [FIRST, SECOND]);
    expect(version(db)).toBe(2);
  });

  it("reports that a file is empty, not that it is older, to readers", () => {
    expect(() => checkReadable(database())).toThrow(JournalMissingError);
  });

  it("refuses to let readers see an older journal, which only a writer may change", () => {
    const db = database();
    migrate(db, [FIRST]);
    expect(() => checkReadable(db, [FIRST, SECOND])).toThrow(JournalOlderError);
  });

  it("knows no schedules and no inputs of runs before that version, and both of later ones", () => {
    const dir = folder();
    const older = new Database(join(dir, "journal.db"));
    migrate(older, MIGRATIONS.slice(0, 3));
    older.exec(
      `INSERT INTO runs (id, started_at, version, seed, config) VALUES ('old', 1, '0.1.0', 's', '{}');
       INSERT INTO run_strategies VALUES (1, 0, 'sma', 'abc', 'sma.ts', '{}', 0.5)`,
    );
    older.close();
    const journal = open(dir);
    journal.begin(run({ backtest: BACKTEST }));
    journal.close();
    const reader = openJournalReader(dir);
    onTestFinished(() => reader.close());
    expect(reader.runs().map(({ strategies }) => strategies.map(({ schedule }) => schedule))).toEqual([
      [null],
      [EACH_MINUTE],
    ]);
    expect(reader.runs().map(({ backtest }) => backtest)).toEqual([null, BACKTEST]);
  });
});
