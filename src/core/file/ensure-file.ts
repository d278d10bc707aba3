import { closeSync, openSync } from "node:fs";
import { errorCode } from "../errors.js";

/**
 * Creates an empty file where there is none. One that exists is not even opened: closing it again would take away
 * this process's locks on it. Throws the file system's error.
 */
export function ensureFile(path: string, mode = 0o666): void {
  try {
    closeSync(openSync(path, "wx", mode));
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
}
