import { closeSync, constants, fstatSync, lstatSync, openSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { fileModeIn } from "../core/file/modes.js";
import { TapeFileError } from "./errors.js";

/** Links are not followed, and pipes not waited for. Windows has neither: there it is 0. */
const CAREFULLY = constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens a file of a tape. Throws TapeFileError for a link, a pipe and a device, which a tape from somebody else may have
 * in the place of a file, and the file system's error. A file that it makes is as open to others as its folder.
 *
 * @param flags of open(2), such as O_RDONLY
 */
export function openRegular(path: string, flags: number = constants.O_RDONLY): number {
  checkRegular(path);
  const fd = openSync(path, flags | CAREFULLY, fileModeIn(dirname(path)));
  try {
    // It may have taken the place of a file just now.
    check(path, fstatSync(fd));
    return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** Throws TapeFileError where something stands at a path that is no file. */
export function checkRegular(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat !== undefined) check(path, stat);
}

function check(path: string, stat: Stats): void {
  const what = kindOf(stat);
  if (what === null) return;
  throw new TapeFileError(`${path} is ${what}, but a tape may have only regular files`, {
    remedy: "Replace it with the file itself. Check the origin of the tape: the link may point to a foreign file.",
  });
}

function kindOf(stat: Stats): string | null {
  // A folder is told by whatever reads it.
  if (stat.isFile() || stat.isDirectory()) return null;
  if (stat.isSymbolicLink()) return "a link";
  if (stat.isFIFO()) return "a pipe";
  return stat.isSocket() ? "a socket" : "a device";
}
