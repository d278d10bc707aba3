import { copyFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { JournalError } from "../model/journal-error.js";
import { Database } from "./database.js";
import { JournalCorruptError, JournalMixedError } from "./errors.js";
import { journalFiles } from "./files.js";
import { cutTornLog, logOf } from "./torn-log.js";
import { journalError } from "./translate.js";

/** A copy of a journal that can be opened without touching the journal itself. */
interface JournalCopy {
  readonly dir: string;
  remove(): void;
}

/** Whether a journal has a log whose rows SQLite would move into the database, as after a crash. */
export function hasLog(dir: string): boolean {
  return (statSync(logOf(dir), { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Copies a journal that no process holds, with its log, to a folder of this user's. Throws JournalError. */
export function copyJournal(dir: string): JournalCopy {
  const copy = mkdtempSync(join(tmpdir(), "contender-journal-"));
  const remove = (): void => rmSync(copy, { recursive: true, force: true });
  try {
    copyFileSync(journalFiles(dir).db, journalFiles(copy).db);
    copyFileSync(logOf(dir), logOf(copy));
    cutTornLog(copy);
    return { dir: copy, remove };
  } catch (error) {
    remove();
    throw journalError(error, dir);
  }
}

/**
 * Refuses a database beside the log of another one: a copy that was put back into its place without removing the log.
 * SQLite would lay the log's pages over it, and damage it for good. Looks at copies alone.
 *
 * @param dir the journal, for people
 * @param copy a copy of it; what is left of it is to be removed
 */
export function refuseMixture(dir: string, copy: JournalCopy): void {
  if (isSound(copy.dir)) return;
  rmSync(`${journalFiles(copy.dir).db}-shm`, { force: true });
  rmSync(logOf(copy.dir), { force: true });
  copyFileSync(journalFiles(dir).db, journalFiles(copy.dir).db);
  const { db } = journalFiles(dir);
  if (!isSound(copy.dir))
    throw new JournalCorruptError(`The journal ${db} is damaged`, {
      remedy: "Put a copy of it back, without journal.db-wal and journal.db-shm, or name another data folder.",
    });
  throw new JournalMixedError(`${db} does not belong to the log beside it: it seems to be a copy that was put back`, {
    remedy: `If it is, move ${db}-wal and ${db}-shm away, and start again: what was written after the copy was made is lost, and trades that it does not know are reported. Otherwise put a copy back first. Nothing was changed.`,
  });
}

function isSound(dir: string): boolean {
  let db: Database | null = null;
  try {
    db = new Database(journalFiles(dir).db);
    return db.statement("SELECT quick_check AS value FROM pragma_quick_check LIMIT 1").get()?.text("value") === "ok";
  } catch (error) {
    if (error instanceof JournalCorruptError) return false;
    if (error instanceof JournalError) return true; // Not ours, or none: told where it is opened.
    throw error;
  } finally {
    db?.close();
  }
}
