import { describe, expect, it } from "vitest";
import { Database } from "../../src/journal/database.js";
import { journalFiles } from "../../src/journal/index.js";
import { migrate, MIGRATIONS } from "../../src/journal/schema/migrations.js";
import type { EngineEvent } from "../../src/model/event.js";
import { heard, reader, writeAll } from "./every-record.js";
import { folder, open } from "./support.js";

describe("a journal of an earlier version", () => {
  /** Takes from a journal what version 9 added. */
  function madeOlder(dir: string): void {
    const db = new Database(journalFiles(dir).db);
    db.exec(`DROP TABLE events; DROP TABLE modes; DROP INDEX verdicts_tick;
      ALTER TABLE verdicts DROP COLUMN strategy_tick; PRAGMA user_version = 8`);
    db.close();
  }

  it("gets the numbers of its events once it is brought up to date, in the order of their times", () => {
    const dir = folder();
    const journal = open(dir);
    const written = heard(journal, "run-1", "run-2");
    journal.close();
    madeOlder(dir);
    open(dir).close();
    const events = reader(dir).events(0);
    // No version before had modes.
    expect(events.map(withoutSeq).sort(byText)).toEqual(
      written
        .filter(({ type }) => type !== "mode-changed")
        .map(withoutSeq)
        .sort(byText),
    );
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, i) => i + 1));
    expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).sort((a, b) => a - b));
    expect(events.at(-1)?.type).toBe("run-ended");
  });

  it("gets the same numbers each time", () => {
    const dir = folder();
    const journal = open(dir);
    writeAll(journal);
    journal.close();
    const once = (): EngineEvent[] => {
      madeOlder(dir);
      open(dir).close();
      return reader(dir).events(0);
    };
    expect(once()).toEqual(once());
  });

  it("of the first version is brought up to date too", () => {
    const dir = folder();
    const older = new Database(journalFiles(dir).db);
    migrate(older, MIGRATIONS.slice(0, 1));
    older.exec(
      `INSERT INTO runs (id, started_at, version, seed, config) VALUES ('old', 1, '0.1.0', 's', '{}');
       INSERT INTO notes (run, at, level, kind, text) VALUES (1, 2, 'warn', 'old', 'text')`,
    );
    older.close();
    open(dir).close();
    expect(reader(dir).events(0)).toEqual([
      {
        ...{ seq: 1, at: 1, run: "old", strategy: null, type: "run-started", version: "0.1.0", seed: "s" },
        ...{ rehearsal: false, backtest: null, strategies: [] },
      },
      {
        ...{ seq: 2, at: 2, run: "old", strategy: null, type: "warning", level: "warn", kind: "old", text: "text" },
        data: null,
      },
    ]);
  });

  const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
  /** Of an entry an earlier version kept the time alone that it is dated. */
  const withoutSeq = (event: EngineEvent): object => {
    return { ...event, seq: 0, ...(event.type === "book-changed" && { at: event.datedAt }) };
  };
});
