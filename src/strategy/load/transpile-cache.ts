import { mkdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Bits of a folder's mode that let others write into it. */
const OTHERS_WRITE = 0o022;

/**
 * A folder of the user's own that keeps what strategy files were transpiled to; false where there can be none. In the
 * system's folder for temporary files, which all share, anybody could put code that the bot would run.
 */
export function transpileCache(home?: string): string | false {
  try {
    // Throws for a user who is a number alone, as in a container, and has no home.
    const folder = join(home ?? homedir(), ".cache", "contender", "strategies");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = statSync(folder);
    const ours = process.getuid === undefined || uid === process.getuid();
    return ours && (mode & OTHERS_WRITE) === 0 ? folder : false;
  } catch {
    return false;
  }
}
