import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode, toError } from "../errors.js";

/**
 * Makes a folder and those above it that are missing, each of them with this mode; one that is there is left
 * as it is. Throws the file system's error. Node's own recursive mkdir never returns where the system denies
 * a folder by ENOENT, as under /proc.
 */
export function makeFolder(path: string, mode = 0o777): void {
  const missing = make(path, mode);
  if (missing === null) return;
  const parent = dirname(path);
  if (parent === path) throw missing;
  makeFolder(parent, mode);
  const denied = make(path, mode);
  if (denied !== null) throw denied;
}

/** Makes one folder. Gives the error where the one above it may be missing; null where there is something now. */
function make(path: string, mode: number): Error | null {
  try {
    mkdirSync(path, { mode });
    return null;
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT") return toError(error);
    // What is there may be a file: whoever needs a folder finds that out.
    if (code === "EEXIST") return null;
    throw error;
  }
}
