import { ContenderError, errorCode, messageOf } from "../core/errors.js";

/** Recorded market data that cannot be used. The message names the file and, where there is one, the line. */
export abstract class TapeError extends ContenderError {}

/** The file is missing, may not be read, or its compressed data is broken. */
export class TapeFileError extends TapeError {
  readonly code = "TAPE_FILE";
}

/** The disk (or the quota) was full while a tape was written. */
export class TapeFullError extends TapeError {
  readonly code = "TAPE_FULL";
}

/** A file of a tape was removed, moved or replaced while it was recorded to. */
export class TapeGoneError extends TapeError {
  readonly code = "TAPE_GONE";
}

/** The first line is not the header that was expected. */
export class TapeHeaderError extends TapeError {
  readonly code = "TAPE_HEADER";
}

/** There is nothing in it, or too little to be used. */
export class TapeEmptyError extends TapeError {
  readonly code = "TAPE_EMPTY";
}

/** A row holds something that is not what its column says. */
export class TapeRowError extends TapeError {
  readonly code = "TAPE_ROW";
}

/** A row is not later than the one before it. */
export class TapeOrderError extends TapeError {
  readonly code = "TAPE_ORDER";
}

/** A tape's manifest is missing, unreadable, or of a version that this program does not know. */
export class TapeManifestError extends TapeError {
  readonly code = "TAPE_MANIFEST";
}

/** A token is not on the tape. */
export class TapeTokenError extends TapeError {
  readonly code = "TAPE_TOKEN";
}

/** Another process, or another writer of this one, writes the tape. */
export class TapeHeldError extends TapeError {
  readonly code = "TAPE_HELD";
}

/** What is to stand on one tape does not fit together: tokens that never overlap, bars of other intervals, rows that contradict each other. */
export class TapeConflictError extends TapeError {
  readonly code = "TAPE_CONFLICT";
}

/** What the file system's error says of a tape, or of a file of one. */
export function notWritable(path: string, cause: unknown): TapeFileError | TapeFullError {
  const text = `The tape in ${path} cannot be written: ${messageOf(cause)}`;
  if (["ENOSPC", "EDQUOT"].includes(errorCode(cause)))
    return new TapeFullError(text, {
      cause,
      remedy: "Make room on the disk and start again: what was written is whole.",
    });
  const remedy =
    errorCode(cause) === "ENOTDIR"
      ? "A file stands where the tape's folder should be: name another folder."
      : "Check that the folder may be written and that the disk has room.";
  return new TapeFileError(text, { cause, remedy });
}
