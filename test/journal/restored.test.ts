import { cpSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openJournalReader, tryJournal } from "../../src/journal/index.js";
import { folder, open } from "./support.js";

const noteAt = (journal: ReturnType<typeof open>, from: number, count: number): void => {
  for (let i = from; i < from + count; i++)
    journal.note({ at: i, level: "info", kind: "a-note", text: "x".repeat(400) });
};

/** A data folder as a process that was killed leaves it: what it wrote last is in the log alone. */
function killed(): { readonly dir: string; readonly backup: string } {
  const [source, dir, backup] = [folder(), join(folder(), "data"), join(folder(), "journal.db")];
  const first = open(source);
  noteAt(first, 0, 20);
  first.close();
  cpSync(join(source, "journal.db"), backup);
  const second = open(source);
  noteAt(second, 20, 500);
  second.close();
  const third = open(source);
  noteAt(third, 520, 30);
  mkdirSync(dir, { mode: 0o700 });
  for (const name of ["journal.db", "journal.db-wal"]) cpSync(join(source, name), join(dir, name));
  third.close();
  return { dir, backup };
}

/** Every file of a folder, but those of the lock. */
const contents = (dir: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(dir)
      .filter((name) => name.startsWith("journal.db"))
      .map((name) => [
        name,
        `${statSync(join(dir, name)).mtimeMs} ${readFileSync(join(dir, name)).toString("base64")}`,
      ]),
  );

it("a journal that a killed bot left is read whole, and stays the same to the last byte", () => {
  const { dir } = killed();
  const before = contents(dir);
  const reader = openJournalReader(dir);
  expect(reader.notes()).toHaveLength(550);
  reader.close();
  tryJournal(dir);
  expect(contents(dir)).toEqual(before);
});

it("a copy beside a newer log is refused by name, and nothing is changed, whoever opens it", () => {
  const { dir, backup } = killed();
  cpSync(backup, join(dir, "journal.db"));
  const before = contents(dir);
  const mixed = expect.objectContaining({
    code: "JOURNAL_MIXED",
    message: expect.stringContaining("a copy that was put back") as string,
    remedy: expect.stringContaining("journal.db-wal") as string,
  }) as Error;
  for (const look of [openJournalReader, tryJournal, open]) {
    expect(() => look(dir)).toThrow(mixed);
    expect(contents(dir)).toEqual(before);
  }
});

it("a restored copy opens once the log beside it is gone", () => {
  const { dir, backup } = killed();
  const alone = join(dir, "alone");
  mkdirSync(alone, { mode: 0o700 });
  cpSync(backup, join(alone, "journal.db"));
  const journal = open(alone);
  journal.close();
  expect(openJournalReader(alone).notes()).toHaveLength(20);
});
