import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import type * as sqlite from "@photostructure/sqlite";
import { ensureFile } from "./ensure-file.js";

/** That this process holds a file. */
export interface Hold {
  release(): void;
}

/** Two that start at one moment may meet in the reading that precedes the hold. Milliseconds. */
const PATIENCE = 250;

/**
 * Takes an empty file that is there for this process: an exclusive transaction of SQLite, never ended, which the
 * operating system ends with the process, however that dies. Null where another one has it. Throws the driver's error.
 */
export function holdFile(file: string): Hold | null {
  const db = open(file, false);
  try {
    db.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
  } catch (error) {
    db.close();
    if (isBusy(error)) return null;
    throw error;
  }
  return {
    release() {
      db.exec("ROLLBACK");
      db.close();
    },
  };
}

/**
 * Whether files can be held in a place at all: SQLite tells of some network drives without locks that another process has
 * them. Tries it with a file of this name, and takes that away; true where that cannot be tried.
 */
export function canHold(file: string): boolean {
  try {
    ensureFile(file, 0o600);
  } catch {
    return true;
  }
  try {
    const hold = holdFile(file);
    hold?.release();
    return hold !== null;
  } catch {
    return false;
  } finally {
    rmSync(file, { force: true });
  }
}

/** Whether some process holds a file now; false where that cannot be seen. Leaves nothing behind. */
export function isHeld(file: string): boolean {
  let db: ReturnType<typeof open> | null = null;
  try {
    db = open(file, true);
    db.prepare("SELECT count(*) FROM sqlite_schema").get();
    return false;
  } catch (error) {
    return isBusy(error);
  } finally {
    db?.close();
  }
}

function open(file: string, readOnly: boolean): InstanceType<typeof sqlite.DatabaseSync> {
  // SQLite is slow to load: only a process that holds a file needs it.
  const { DatabaseSync } = createRequire(import.meta.url)("@photostructure/sqlite") as typeof sqlite;
  return new DatabaseSync(file, { readOnly, timeout: PATIENCE });
}

function isBusy(error: unknown): boolean {
  return (error as { readonly sqliteCodeName?: unknown }).sqliteCodeName === "SQLITE_BUSY";
}
