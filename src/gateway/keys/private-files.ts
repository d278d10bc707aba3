import {
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
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

export function writePrivate(path: string, text: string): void {
  const fd = openSync(path, "w", 0o600);
  try {
    fchmodSync(fd, 0o600);
    if (writeSync(fd, text) !== Buffer.byteLength(text)) throw new Error(`${path}: the disk is full`);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  syncFolder(path);
}

export function renamePrivate(from: string, to: string): void {
  renameSync(from, to);
  syncFolder(to);
}

export function removePrivate(path: string): void {
  if (!existsSync(path)) return;
  rmSync(path, { force: true });
  syncFolder(path);
}

/** Without it a new name may be gone after a power cut, though the file's content is safe. */
function syncFolder(path: string): void {
  if (process.platform === "win32") return;
  const fd = openSync(dirname(path), "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
