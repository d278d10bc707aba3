import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { rename } from "../../core/file/rename.js";
import { syncFolder } from "../../core/file/sync-folder.js";
import { KeySourceError } from "../errors.js";

/** Files that only their owner may read; what is written is on disk when the function returns. */

/** Throws KeySourceError where the file is missing, is no file, or is open to others. */
export function readPrivate(path: string): string {
  try {
    const { mode, uid } = checkedStat(path);
    // Windows has neither owners nor modes of this kind.
    const self = process.getuid?.();
    if (self !== undefined && uid !== self)
      throw new KeySourceError(`The key file ${path} belongs to another user`, {
        remedy: `Make it yours: chown $(id -u) ${path}`,
      });
    if (self !== undefined && (mode & 0o077) !== 0)
      throw new KeySourceError(
        `The key file ${path} may be read by others (mode ${(mode & 0o777).toString(8).padStart(4, "0")})`,
        {
          remedy: `Close it to them: chmod 600 ${path}`,
        },
      );
    return readFileSync(path, "utf8");
  } catch (cause) {
    if (cause instanceof KeySourceError) throw cause;
    throw new KeySourceError(`The key file ${path} cannot be read`, { remedy: "Check `keyFile` in config.", cause });
  }
}

function checkedStat(path: string): { mode: number; uid: number } {
  const stat = statSync(path);
  if (!stat.isFile())
    throw new KeySourceError(`${path} is not a file`, { remedy: "Name the file in which the key stands." });
  return stat;
}

/** A block of the usual file systems, and more than a key is long. */
const RESERVED_BYTES = 4096;

/**
 * Takes the room that a key needs, so that `writePrivate` finds it there on a full disk too. A key that stands in the
 * file stays readable: the filler is ends of lines. Returns whether the file was made. Throws the file system's error.
 */
export function reservePrivate(path: string): boolean {
  const before = existsSync(path) ? readFileSync(path, "utf8") : null;
  try {
    write(path, (before ?? "").padEnd(RESERVED_BYTES, "\n"), false);
  } catch (error) {
    if (before === null) rmSync(path, { force: true });
    throw error;
  }
  return before === null;
}

/** Writes over what is there, never into new blocks where the old ones suffice: a file that is emptied first may stay empty. */
export function writePrivate(path: string, text: string): void {
  write(path, text, true);
}

/** Writes to `path` or, where that fails, into a new folder for temporary files. Returns the path; throws the first error. */
export function writePrivateSomewhere(path: string, text: string): string {
  try {
    writePrivate(path, text);
    return path;
  } catch (error) {
    let folder: string | undefined;
    try {
      folder = mkdtempSync(join(tmpdir(), "contender-"));
      writePrivate(join(folder, basename(path)), text);
      return join(folder, basename(path));
    } catch {
      if (folder !== undefined) rmSync(folder, { recursive: true });
      throw error;
    }
  }
}

function write(path: string, text: string, cut: boolean): void {
  const fd = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    fchmodSync(fd, 0o600);
    const bytes = Buffer.from(text);
    // The rest of a longer text would make a key of two, were the process ended before the cut.
    const whole = Buffer.concat([bytes, Buffer.alloc(Math.max(0, fstatSync(fd).size - bytes.length), "\n")]);
    for (let at = 0; at < whole.length;) at += writeSync(fd, whole, at, whole.length - at, at);
    fsyncSync(fd);
    if (cut && whole.length > bytes.length) {
      ftruncateSync(fd, bytes.length);
      fsyncSync(fd);
    }
  } finally {
    closeSync(fd);
  }
  syncFolder(dirname(path));
}

export function renamePrivate(from: string, to: string): void {
  rename(from, to);
  syncFolder(dirname(to));
}

export function removePrivate(path: string): void {
  if (!existsSync(path)) return;
  rmSync(path, { force: true });
  syncFolder(dirname(path));
}
