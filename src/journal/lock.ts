import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { canHold, holdFile, isHeld, type Hold } from "../core/file/held-file.js";
import { freshSeed } from "../core/random.js";
import { JournalHeldError, JournalUnwritableError } from "./errors.js";
import { ensureOwnFile, journalFiles } from "./files.js";
import { journalError } from "./translate.js";

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

/**
 * Whether some process holds the journal of a folder now, and which one, where that is known; null where none does, or
 * where it cannot be seen. Leaves nothing behind.
 */
export function journalHolder(dir: string): { readonly pid: number | null } | null {
  const files = journalFiles(dir);
  return existsSync(files.lock) && isHeld(files.lock) ? { pid: holderOf(files.pid) } : null;
}

/**
 * Takes the journal of a folder for this process by a second file: readers of the journal itself are not concerned.
 * Throws JournalHeldError where another one holds it, JournalError where the file cannot be opened.
 */
export function takeLock(dir: string): Hold {
  const files = journalFiles(dir);
  ensureOwnFile(files.lock);
  const hold = held(dir, files.lock);
  if (hold === null) throw new JournalHeldError(dir, holderOf(files.pid));
  writePid(files.pid);
  return {
    release() {
      // Where somebody removed the lock's file, another bot may hold the journal by now.
      if (holderOf(files.pid) === process.pid) rmSync(files.pid, { force: true });
      hold.release();
    },
  };
}

/** Null where another process has it. Throws JournalError. */
function held(dir: string, file: string): Hold | null {
  let hold: Hold | null = null;
  let cause: unknown;
  try {
    hold = holdFile(file);
  } catch (error) {
    cause = error;
  }
  if (hold === null && !canHold(join(dir, `.trial-${freshSeed().slice(0, 8)}`)))
    throw new JournalUnwritableError(`Nothing keeps two bots apart in ${dir}: its file system locks no files`, {
      remedy:
        "Name a data folder on a disk of this machine (`data:` in config), or have the network drive mounted with locks.",
      cause,
    });
  if (cause !== undefined) throw journalError(cause, file);
  return hold;
}
