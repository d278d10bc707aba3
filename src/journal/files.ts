import { accessSync, constants, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureFile } from "../core/file/ensure-file.js";
import { errorCode } from "../core/errors.js";
import { makeFolder } from "../core/file/make-folder.js";
import { JournalUnreadableError, JournalUnwritableError } from "./errors.js";
import { journalError } from "./translate.js";

/** The files of a journal within its folder. SQLite adds `journal.db-wal` and `journal.db-shm`, with the same mode. */
export function journalFiles(dir: string): { db: string; lock: string; pid: string } {
  return { db: join(dir, "journal.db"), lock: join(dir, "journal.lock"), pid: join(dir, "journal.pid") };
}

/** When the journal in a folder was last written, epoch milliseconds; null where there is none. Throws JournalUnreadableError. */
export function journalWrittenAt(dir: string): number | null {
  const { db } = journalFiles(dir);
  try {
    const at = statSync(db, { throwIfNoEntry: false })?.mtimeMs ?? null;
    if (at !== null) accessSync(db, constants.R_OK);
    return at;
  } catch (error) {
    const code = errorCode(error);
    if (code !== "EACCES" && code !== "EPERM") throw journalError(error, db);
    throw new JournalUnreadableError(`This user may not read ${dir}, where the journal is`, {
      remedy: "Run the command as the user who runs the bot.",
      cause: error,
    });
  }
}

/** Creates the folder where it is missing, for its owner alone (mode 0700). */
export function ensureFolder(dir: string): void {
  try {
    makeFolder(dir, 0o700);
  } catch (error) {
    throw journalError(error, dir);
  }
  if (statSync(dir).isDirectory()) return;
  throw new JournalUnwritableError(`${dir} is not a folder`, {
    remedy: "Name another data folder (`data:` in config).",
  });
}

/** Writes a little into the folder, to the disk, and takes it away again. Throws JournalFullError or JournalUnwritableError. */
export function tryToWrite(dir: string, bytes: number): void {
  const path = join(dir, `.trial-${process.pid}`);
  try {
    try {
      writeFileSync(path, new Uint8Array(bytes), { mode: 0o600, flush: true });
    } finally {
      rmSync(path, { force: true });
    }
  } catch (error) {
    throw journalError(error, dir);
  }
}

/** Creates a file of the journal where it is missing, for its owner alone (mode 0600). Throws JournalError. */
export function ensureOwnFile(path: string): void {
  try {
    ensureFile(path, 0o600);
  } catch (error) {
    throw journalError(error, path);
  }
}
