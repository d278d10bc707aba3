import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Database } from "./database.js";
import { JournalHeldError } from "./errors.js";
import { ensureFile, journalFiles } from "./files.js";

/** The one holder of a journal. */
export interface Lock {
  release(): void;
}

function holderOf(pidFile: string): number | null {
  try {
    const pid = Number(readFileSync(pidFile, "utf8"));
    return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

/** Who holds it is a courtesy for the message of a second bot: that it cannot be written stops nobody. */
function writePid(pidFile: string): void {
  try {
    rmSync(pidFile, { force: true });
    writeFileSync(pidFile, String(process.pid), { mode: 0o600 });
  } catch {
    // An empty or missing file reads as "not known".
  }
}

function isBusy(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return (cause as { sqliteCodeName?: unknown } | undefined)?.sqliteCodeName === "SQLITE_BUSY";
}

/**
 * Whether some process holds the journal of a folder now, and which one, where that is known; null where none does, or
 * where it cannot be seen. Leaves nothing behind.
 */
export function journalHolder(dir: string): { readonly pid: number | null } | null {
  const files = journalFiles(dir);
  if (!existsSync(files.lock)) return null;
  let db: Database | null = null;
  try {
    db = new Database(files.lock, { readOnly: true, busyMs: 250 });
    db.number("SELECT count(*) AS value FROM sqlite_schema");
    return null;
  } catch (error) {
    return isBusy(error) ? { pid: holderOf(files.pid) } : null;
  } finally {
    db?.close();
  }
}

/**
 * Takes the journal of a folder for this process: an exclusive transaction, never ended, on a second
 * SQLite file. The operating system ends it with the process, however that dies, and readers of the
 * journal itself are not concerned. Throws JournalHeldError where another one holds it.
 */
export function takeLock(dir: string): Lock {
  const files = journalFiles(dir);
  ensureFile(files.lock);
  // Two that start at one moment may meet in the reading that precedes the lock: hence a short wait.
  const db = new Database(files.lock, { busyMs: 250 });
  try {
    db.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
  } catch (error) {
    db.close();
    throw isBusy(error) ? new JournalHeldError(dir, holderOf(files.pid)) : error;
  }
  writePid(files.pid);
  return {
    release() {
      // Where somebody removed the lock's file, another bot may hold the journal by now.
      if (holderOf(files.pid) === process.pid) rmSync(files.pid, { force: true });
      db.exec("ROLLBACK");
      db.close();
    },
  };
}
