import { closeSync, existsSync, openSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { messageOf } from "../core/errors.js";
import { makeFolder } from "../core/make-folder.js";
import type * as sqlite from "@photostructure/sqlite";
import { notWritable } from "./append-file.js";
import { TapeHeldError } from "./errors.js";

/** The right to write a tape. */
export interface FolderLock {
  release(): void;
}

export const lockFile = (folder: string): string => join(folder, "tape.lock");

/** Two that start at one moment may meet in the reading that precedes the lock. Milliseconds. */
const PATIENCE = 250;

/**
 * Takes the right to write a tape for this process: an exclusive transaction, never ended, on an empty SQLite file,
 * which the operating system ends with the process, however that dies. Readers are not concerned. Throws TapeHeldError
 * where another one has it.
 */
export function lockFolder(folder: string): FolderLock {
  const file = lockFile(folder);
  const db = open(file);
  try {
    db.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
  } catch (cause) {
    db.close();
    if (!/locked|busy/i.test(messageOf(cause))) throw notWritable(file, cause);
    throw new TapeHeldError(`The tape in ${folder} is being written by another process`, {
      remedy:
        "Wait until it is done (a bot or a recorder: stop it first), or take another folder. Reading is possible at any time.",
    });
  }
  return {
    release() {
      db.exec("ROLLBACK");
      db.close();
    },
  };
}

/** The same of a folder that is made where there is none. Throws TapeFileError and TapeFullError too. */
export function lockMadeFolder(folder: string): FolderLock {
  try {
    makeFolder(folder);
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

function open(file: string): InstanceType<typeof sqlite.DatabaseSync> {
  try {
    closeSync(openSync(file, "a"));
    // Loaded only by those who write: it takes as long as reading a whole tape.
    const { DatabaseSync } = createRequire(import.meta.url)("@photostructure/sqlite") as typeof sqlite;
    return new DatabaseSync(file, { timeout: PATIENCE });
  } catch (cause) {
    throw notWritable(file, cause);
  }
}
