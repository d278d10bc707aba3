import { digestOf } from "../../core/digest.js";
import { chmodSync, lstatSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { errorCode, messageOf } from "../../core/errors.js";
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

/**
 * One spelling of a folder that is there, whatever links lead to it, and where case does not count (`c:\\Bot`,
 * `C:\\bot`).
 */
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
  const remedy = "Remove it, or set another data folder (`data:` in the config).";
  try {
    makeFolder(folder, 0o700);
    const fault = faultOf(folder);
    if (fault === "open") chmodSync(folder, 0o700);
    else if (fault !== null) throw unfit(folder, fault, remedy);
  } catch (error) {
    if (error instanceof ControlSocketError) throw error;
    throw unfit(folder, `cannot be used: ${messageOf(error)}`, remedy, error);
  }
}

/**
 * Whether a bot may listen there: false if the folder does not exist. Throws ControlSocketError for a folder that another
 * user could have made or written to: whoever listens in it need not be this user's bot.
 */
export function isOwnFolder(folder: string): boolean {
  try {
    const fault = faultOf(folder);
    if (fault === null) return true;
    const open = fault === "open";
    throw unfit(
      folder,
      open ? "is accessible to other users" : fault,
      open
        ? `Restrict it: chmod 700 ${folder}`
        : "Run the command as the user who runs the bot. If you run no bot, remove the folder or set another data folder (`data:` in the config).",
    );
  } catch (error) {
    if (error instanceof ControlSocketError) throw error;
    if (["ENOENT", "ENOTDIR"].includes(errorCode(error))) return false;
    throw unfit(folder, `cannot be used: ${messageOf(error)}`, "Only the user who runs the bot may talk to it.", error);
  }
}

/** What keeps a folder from being this user's alone; null if nothing does. Throws the file system's error. */
function faultOf(folder: string): string | null {
  const stat = lstatSync(folder);
  if (!stat.isDirectory()) return "is not a folder";
  if (stat.uid !== userId()) return "belongs to another user";
  return (stat.mode & 0o077) === 0 ? null : "open";
}

function unfit(folder: string, text: string, remedy: string, cause?: unknown): ControlSocketError {
  return new ControlSocketError(`The folder of the control socket, ${folder}, ${text}`, { remedy, cause });
}
