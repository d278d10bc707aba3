import { readFileSync, statSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { errorCode, messageOf } from "../../core/errors.js";
import { LINE_FEED } from "../csv-cells.js";
import { TapeEmptyError, TapeFileError } from "../errors.js";

const CARRIAGE_RETURN = 13;

/** Bytes of a file, plain or unpacked, at most: Node reads no more at once, and finds nothing in a buffer beyond them. */
const MOST = 2 ** 31 - 1;

/** What is taken for CSV and is not, told by its first bytes. */
const OTHERS = [
  { begins: [0x50, 0x4b, 3, 4], what: "a zip archive", remedy: "Unpack it first, and name the CSV file in it." },
  { begins: [0xff, 0xfe], what: "text in UTF-16", remedy: "Save it as UTF-8." },
  { begins: [0xfe, 0xff], what: "text in UTF-16", remedy: "Save it as UTF-8." },
];

/**
 * The bytes of a file, uncompressed where it is gzip (told by its first bytes, not by its name), without a byte order
 * mark, and with line feeds where its lines end with carriage returns alone. Throws TapeFileError for one that cannot be read
 * or has more than `most` bytes, TapeEmptyError for one without a byte.
 */
export function readTapeFile(file: string, most = MOST): Uint8Array {
  const raw = readRaw(file, most);
  const bytes = raw[0] === 0x1f && raw[1] === 0x8b ? gunzip(file, raw, most) : raw;
  if (bytes.length === 0)
    throw new TapeEmptyError(`${file} is empty`, { remedy: "Fetch the file again, or leave it out of the config." });
  const other = OTHERS.find(({ begins }) => begins.every((byte, i) => bytes[i] === byte));
  if (other !== undefined) throw new TapeFileError(`${file} is ${other.what}`, { remedy: other.remedy });
  const text = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
  if (text.includes(LINE_FEED)) return text;
  return text.map((byte) => (byte === CARRIAGE_RETURN ? LINE_FEED : byte));
}

function readRaw(file: string, most: number): Uint8Array {
  try {
    const { size } = statSync(file);
    if (size > most) throw tooLarge(file, `has ${gigabytes(size)}`, most);
    return readFileSync(file);
  } catch (cause) {
    if (cause instanceof TapeFileError) throw cause;
    throw new TapeFileError(`${file} cannot be read: ${messageOf(cause)}`, {
      cause,
      remedy: "Check the path (in a config it is relative to that file), and who may read it.",
    });
  }
}

/** @param has what is too much of it */
function tooLarge(file: string, has: string, most: number): TapeFileError {
  return new TapeFileError(`${file} ${has}, and at most ${gigabytes(most)} of a file are read`, {
    remedy:
      "Split it by its lines, each part with the header above it, and import all parts at once, into one tape: `contender tape import`.",
  });
}

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

function gunzip(file: string, raw: Uint8Array, most: number): Uint8Array {
  try {
    return gunzipSync(raw, { maxOutputLength: most });
  } catch (cause) {
    if (errorCode(cause) === "ERR_BUFFER_TOO_LARGE")
      throw tooLarge(file, `has more than ${gigabytes(most)} once it is unpacked`, most);
    throw new TapeFileError(`${file} is broken gzip (cut short or damaged): ${messageOf(cause)}`, {
      cause,
      remedy: "Fetch the file again: `gzip -t FILE` must be silent.",
    });
  }
}
