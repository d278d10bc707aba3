import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { messageOf } from "../../core/errors.js";
import { fileSize } from "../../core/format.js";
import { LINE_FEED } from "../csv-cells.js";
import { TapeEmptyError, TapeError, TapeFileError, TapeRowError } from "../errors.js";
import { checkKind } from "./foreign.js";
import { tooLarge } from "./too-large.js";
import { gunzip } from "./unpack.js";

const CARRIAGE_RETURN = 13;

/** Bytes of a file, plain or unpacked, at most: Node reads no more at once, and finds nothing in a buffer beyond them. */
const MOST = 2 ** 31 - 1;
/** Bytes of a line at most: a table of hundreds of columns has a few thousand. */
const LONGEST_LINE = 1_048_576;
/** Bytes that are read at once of a pipe, which has no size. */
const BLOCK = 2 ** 20;

/**
 * The bytes of a file as UTF-8, uncompressed where it is gzip (told by its first bytes, not by its name), without a byte
 * order mark, and with line feeds where its lines end with carriage returns alone. Throws TapeFileError for one that
 * cannot be read, is of another kind or has more than `most` bytes, TapeEmptyError for one without a byte.
 */
export function readTapeFile(file: string, most = MOST): Uint8Array {
  const raw = readRaw(file, most);
  const bytes = raw[0] === 0x1f && raw[1] === 0x8b ? gunzip(file, raw, most) : raw;
  if (bytes.length === 0)
    throw new TapeEmptyError(`${file} is empty`, { remedy: "Fetch the file again, or remove it from the config." });
  const text = asUtf8(file, bytes);
  checkKind(file, text);
  if (text.includes(LINE_FEED)) return text;
  return text.map((byte) => (byte === CARRIAGE_RETURN ? LINE_FEED : byte));
}

/** Throws TapeRowError for a line that goes on and on. */
export function checkLines(file: string, bytes: Uint8Array): void {
  for (let from = 0, line = 1; from < bytes.length; line++) {
    const end = bytes.indexOf(LINE_FEED, from);
    const until = end === -1 ? bytes.length : end;
    if (until - from > LONGEST_LINE)
      throw new TapeRowError(`${file}, line ${line} has ${until - from} bytes; a line may have at most 1 MB`, {
        remedy: "Check its content. A file of prices has one line for each time.",
      });
    from = until + 1;
  }
}

/** Stops at `most`: a pipe has no size, and a file may grow. */
function readRaw(file: string, most: number): Uint8Array {
  let fd: number | undefined;
  try {
    fd = openSync(file, "r");
    const stat = fstatSync(fd);
    if (stat.isCharacterDevice() || stat.isBlockDevice()) throw new Error("it is a device, not a file");
    if (stat.size > most) throw tooLarge(file, `has ${fileSize(stat.size)}`, most);
    let bytes = Buffer.allocUnsafe(stat.size > 0 ? stat.size + 1 : BLOCK);
    let length = 0;
    for (;;) {
      const read = readSync(fd, bytes, length, bytes.length - length, null);
      if (read === 0) return bytes.subarray(0, length);
      length += read;
      if (length > most) throw tooLarge(file, `has more than ${fileSize(most)}`, most);
      if (length === bytes.length) bytes = Buffer.concat([bytes], Math.min(2 * length, most + 1));
    }
  } catch (cause) {
    if (cause instanceof TapeError) throw cause;
    throw new TapeFileError(`${file} cannot be read: ${messageOf(cause)}`, {
      cause,
      remedy: "Check the path (in a config it is relative to that file) and its permissions.",
    });
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** Without its byte order mark, and from UTF-16 as Excel and PowerShell write it. Throws TapeFileError. */
function asUtf8(file: string, bytes: Uint8Array): Uint8Array {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.subarray(3);
  const encoding = utf16Of(bytes);
  if (encoding === null) return bytes;
  try {
    return new TextEncoder().encode(new TextDecoder(encoding).decode(bytes));
  } catch (cause) {
    throw new TapeFileError(`${file} is text in UTF-16 that cannot be read: ${messageOf(cause)}`, {
      cause,
      remedy: "Save it as UTF-8: `iconv -f UTF-16 -t UTF-8 FILE > NEW`.",
    });
  }
}

/** By the byte order mark; without one the first sign, which is one of ASCII, has an empty byte. */
function utf16Of([first, second]: Uint8Array): "utf-16le" | "utf-16be" | null {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return "utf-16le";
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? "utf-16be" : null;
}
