import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureFile } from "../../core/file/ensure-file.js";
import { holdFile, type Hold } from "../../core/file/held-file.js";
import { fileModeIn, OWN_FOLDER } from "../../core/file/modes.js";
import { makeFolder } from "../../core/file/make-folder.js";
import { notWritable, TapeError, TapeHeldError } from "../errors.js";
import { checkRegular } from "../regular-file.js";

export const lockFile = (folder: string): string => join(folder, "tape.lock");

/**
 * Takes the right to write a tape for this process; readers are not concerned. Throws TapeHeldError where another one, or
 * another writer of this one, has it, TapeFileError and TapeFullError where its file cannot be written.
 */
export function lockFolder(folder: string): Hold {
  const hold = held(folder);
  if (hold !== null) return hold;
  throw new TapeHeldError(
    `The tape in ${folder} is already being written, by another process or another writer of this process`,
    {
      remedy:
        "Stop that bot or recorder, or close that TapeWriter, or use another folder. Reading is possible at any time.",
    },
  );
}

function held(folder: string): Hold | null {
  const file = lockFile(folder);
  try {
    checkRegular(file);
    ensureFile(file, fileModeIn(folder));
    return holdFile(file);
  } catch (cause) {
    throw cause instanceof TapeError ? cause : notWritable(folder, cause);
  }
}

/** The same of a folder that is made, for its owner alone, where there is none. */
export function lockMadeFolder(folder: string): Hold {
  try {
    makeFolder(folder, OWN_FOLDER);
  } catch (cause) {
    throw notWritable(folder, cause);
  }
  return lockFolder(folder);
}

/** Has that right while `work` is done; a folder that was made for it goes again where it fails. */
export async function whileLocked<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  const made = !existsSync(folder);
  const lock = lockMadeFolder(folder);
  let done = false;
  try {
    const result = await work();
    done = true;
    return result;
  } finally {
    // Before another process may begin a tape in it.
    if (made && !done) rmSync(folder, { recursive: true, force: true });
    lock.release();
  }
}
