import { gunzipSync } from "node:zlib";
import { errorCode, messageOf } from "../../core/errors.js";
import { fileSize } from "../../core/format.js";
import { TapeFileError } from "../errors.js";
import { tooLarge } from "./too-large.js";

/** A table of prices takes a twentieth of its size in gzip; what takes a hundredth is made to fill the memory. */
const RATIO = 100;
/** Bytes that a file of any size may unpack to. */
const LEAST = 64 * 1_000_000;

/** Unpacks gzip, to a hundred times its size at most. Throws TapeFileError. */
export function gunzip(file: string, raw: Uint8Array, most: number): Uint8Array {
  const limit = Math.min(most, Math.max(LEAST, RATIO * raw.length));
  try {
    return gunzipSync(raw, { maxOutputLength: limit });
  } catch (cause) {
    if (errorCode(cause) !== "ERR_BUFFER_TOO_LARGE")
      throw new TapeFileError(`${file} is broken gzip (cut short or damaged): ${messageOf(cause)}`, {
        cause,
        remedy: "Fetch the file again: `gzip -t FILE` must be silent.",
      });
    if (limit === most) throw tooLarge(file, `has more than ${fileSize(most)} once it is unpacked`, most);
    throw new TapeFileError(
      `${file} has more than ${RATIO} times its size once it is unpacked, which is unusual for prices`,
      {
        cause,
        remedy: "Check its content. If it holds prices, unpack it first: `gunzip FILE`.",
      },
    );
  }
}
