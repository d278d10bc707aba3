import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { messageOf } from "../core/errors.js";
import { TapeEmptyError, TapeFileError } from "./errors.js";

/** What is taken for CSV and is not, told by its first bytes. */
const OTHERS = [
  { begins: [0x50, 0x4b, 3, 4], what: "a zip archive", remedy: "Unpack it first, and name the CSV file in it." },
  { begins: [0xff, 0xfe], what: "text in UTF-16", remedy: "Save it as UTF-8." },
  { begins: [0xfe, 0xff], what: "text in UTF-16", remedy: "Save it as UTF-8." },
];

/**
 * The bytes of a file, uncompressed where it is gzip (told by its first bytes, not by its name), without a byte order
 * mark. Throws TapeFileError for one that cannot be read, TapeEmptyError for one without a byte.
 */
export function readTapeFile(file: string): Uint8Array {
  const raw = readRaw(file);
  const bytes = raw[0] === 0x1f && raw[1] === 0x8b ? gunzip(file, raw) : raw;
  if (bytes.length === 0)
    throw new TapeEmptyError(`${file} is empty`, { remedy: "Fetch the file again, or leave it out of the config." });
  const other = OTHERS.find(({ begins }) => begins.every((byte, i) => bytes[i] === byte));
  if (other !== undefined) throw new TapeFileError(`${file} is ${other.what}`, { remedy: other.remedy });
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

function readRaw(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new TapeFileError(`${file} cannot be read: ${messageOf(cause)}`, {
      cause,
      remedy: "Check the path (in a config it is relative to that file), and who may read it.",
    });
  }
}

function gunzip(file: string, raw: Uint8Array): Uint8Array {
  try {
    return gunzipSync(raw);
  } catch (cause) {
    throw new TapeFileError(`${file} is broken gzip (cut short or damaged): ${messageOf(cause)}`, {
      cause,
      remedy: "Fetch the file again: `gzip -t FILE` must be silent.",
    });
  }
}
