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
  type Stats,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { rename } from "../../core/file/rename.js";
import { syncFolder } from "../../core/file/sync-folder.js";
import { KeySourceError } from "../errors.js";

/** Files that only their owner may read; what is written is on disk when the function returns. */

/** No link is followed: beside a key it could lead what is written, or what is read as a key, anywhere. Windows has no such flag. */
const NO_LINKS = process.platform === "win32" ? 0 : constants.O_NOFOLLOW;

/** Throws KeySourceError where the file is missing, is no file or a link to one, or is open to others. */
export function readPrivate(path: string): string {
  try {
    // A pipe would have its opening wait for a writer.
    return within(openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | NO_LINKS), (fd) => {
      checkOwn(path, fstatSync(fd));
      return readFileSync(fd, "utf8");
    });
  } catch (cause) {
    if (cause instanceof KeySourceError) throw cause;
    throw new KeySourceError(`The key file ${path} cannot be read`, { remedy: "Check `keyFile` in config.", cause });
  }
}

function checkOwn(path: string, stat: Stats): void {
  if (!stat.isFile())
    throw new KeySourceError(`${path} is not a file`, { remedy: "Name the file in which the key stands." });
  // Windows has neither owners nor modes of this kind.
  const self = process.getuid?.();
  if (self === undefined) return;
  if (stat.uid !== self)
    throw new KeySourceError(`The key file ${path} belongs to another user`, {
      remedy: `Make it yours: chown $(id -u) ${path}`,
    });
  if ((stat.mode & 0o077) !== 0)
    throw new KeySourceError(
      `The key file ${path} may be read by others (mode ${(stat.mode & 0o777).toString(8).padStart(4, "0")})`,
      { remedy: `Close it to them: chmod 600 ${path}` },
    );
}

/** Throws KeySourceError for a folder in which others could put files in the place of a key, or of what a rotation writes. */
export function checkKeyFolder(path: string): void {
  const folder = dirname(path);
  const stat = statSync(folder, { throwIfNoEntry: false });
  // Without a folder there is no key: that is told by who reads it.
  if (stat === undefined || process.getuid === undefined || (stat.mode & 0o022) === 0) return;
  throw new KeySourceError(`Other users may write to ${folder}, the folder of the key file`, {
    remedy: `Close it to them (chmod go-w ${folder}), or put the key into a folder of your own.`,
  });
}

function within<T>(fd: number, work: (fd: number) => T): T {
  try {
    return work(fd);
  } finally {
    closeSync(fd);
  }
}

/** A block of the usual file systems, and more than a key is long. */
const RESERVED_BYTES = 4096;

/**
 * Takes the room that a key needs, so that `writePrivate` finds it there on a full disk too. A key that stands in the
 * file stays readable: the filler is ends of lines. Returns whether the file was made. Throws the file system's error.
 */
export function reservePrivate(path: string): boolean {
  const before = existsSync(path) ? textOf(path) : null;
  try {
    write(path, (before ?? "").padEnd(RESERVED_BYTES, "\n"), false);
  } catch (error) {
    if (before === null) rmSync(path, { force: true });
    throw error;
  }
  return before === null;
}

function textOf(path: string): string {
  return within(openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | NO_LINKS), (fd) => readFileSync(fd, "utf8"));
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
  within(openSync(path, constants.O_RDWR | constants.O_CREAT | NO_LINKS, 0o600), (fd) => {
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
  });
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
