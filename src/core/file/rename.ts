import { renameSync } from "node:fs";
import { errorCode } from "../errors.js";

/** What Windows says while another program, such as a virus scanner, has a file open that was just written. */
const HELD = ["EPERM", "EACCES", "EBUSY"];
/** Milliseconds between tries: two seconds in all, within which such programs are done. */
const PAUSES = [10, 20, 50, 100, 200, 400, 500, 720];

/** Renames a file or a folder; on Windows it tries again for a while where somebody else has it open. Throws the file system's error. */
export function rename(from: string, to: string): void {
  for (const pause of process.platform === "win32" ? PAUSES : []) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      if (!HELD.includes(errorCode(error))) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
    }
  }
  renameSync(from, to);
}
