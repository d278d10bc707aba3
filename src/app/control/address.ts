import { digestOf } from "../../core/digest.js";
import { chmodSync, lstatSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { messageOf } from "../../core/errors.js";
import { makeFolder } from "../../core/file/make-folder.js";
import { ControlSocketError } from "../errors.js";

/** The shortest limit of the systems for a socket's path is 104 bytes with the closing zero (macOS). */
const LONGEST_PATH = 103;

export interface ControlAddress {
  /** What to listen on or connect to. */
  readonly path: string;
  /** The folder that has to be this user's alone; null where the system has none for it (Windows pipes). */
  readonly folder: string | null;
}

/**
 * Where the bot of a data folder listens: `control/bot.sock` in it, or, where that path is too long for a socket, a
 * place in the folder for temporary files that follows from it.
 */
export function controlAddress(data: string, platform: NodeJS.Platform = process.platform): ControlAddress {
  const absolute = spelledAsOnDisk(resolve(data));
  const name = digestOf(absolute);
  if (platform === "win32") return { path: `\\\\.\\pipe\\contender-${name}`, folder: null };
  const folder = join(absolute, "control");
  const path = join(folder, "bot.sock");
  if (Buffer.byteLength(path) <= LONGEST_PATH) return { path, folder };
  const short = join(tmpdir(), `contender-${userId()}`);
  return { path: join(short, `${name}.sock`), folder: short };
}

/** One spelling of a folder that is there, whatever links lead to it, and where case does not count (`c:\\Bot`, `C:\\bot`). */
function spelledAsOnDisk(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

/** Whom the files that this process makes belong to. In a container that may be a number that no user has. */
const userId = (): number => process.geteuid?.() ?? -1;

/** Makes the folder, for its owner alone. Throws ControlSocketError where it is somebody else's, or open to others. */
export function secureFolder(folder: string): void {
  const fail = (text: string, cause?: unknown): never => {
    throw new ControlSocketError(`The folder of the control socket, ${folder}, ${text}`, {
      remedy: "Remove it, or name another data folder (`data:` in config).",
      cause,
    });
  };
  try {
    makeFolder(folder, 0o700);
    const stat = lstatSync(folder);
    if (!stat.isDirectory()) fail("is not a folder");
    if (stat.uid !== userId()) fail("belongs to somebody else");
    if ((stat.mode & 0o077) !== 0) chmodSync(folder, 0o700);
  } catch (error) {
    if (error instanceof ControlSocketError) throw error;
    fail(`cannot be used: ${messageOf(error)}`, error);
  }
}
