import { fileSize } from "../../core/format.js";
import { TapeFileError } from "../errors.js";

/** @param has what is too much of it */
export function tooLarge(file: string, has: string, most: number): TapeFileError {
  return new TapeFileError(`${file} ${has}, but a file may have at most ${fileSize(most)}`, {
    remedy:
      "Split it by its lines, each part with the header above it, and import all parts at once, into one tape: `contender tape import`.",
  });
}
