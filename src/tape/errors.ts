import { ContenderError, errorCode, messageOf } from "../core/errors.js";

/** Recorded market data is unusable. The message names the file and, if there is one, the line. */
export abstract class TapeError extends ContenderError {}

/** The file is missing or not readable, or its compressed data is broken. */
export class TapeFileError extends TapeError {
  readonly code = "TAPE_FILE";
}

/** The disk (or the quota) was full while a tape was written. */
export class TapeFullError extends TapeError {
  readonly code = "TAPE_FULL";
}

/** A file of a tape was removed, moved or replaced during a recording. */
export class TapeGoneError extends TapeError {
  readonly code = "TAPE_GONE";
}

/** The first line is not the expected header. */
export class TapeHeaderError extends TapeError {
  readonly code = "TAPE_HEADER";
}

/** The file or tape is empty or too short. */
export class TapeEmptyError extends TapeError {
  readonly code = "TAPE_EMPTY";
}

/** A row has a value that is invalid for its column. */
export class TapeRowError extends TapeError {
  readonly code = "TAPE_ROW";
}

/** A row is not later than the previous row. */
export class TapeOrderError extends TapeError {
  readonly code = "TAPE_ORDER";
}

/** A tape's manifest is missing, unreadable, or of an unknown version. */
export class TapeManifestError extends TapeError {
  readonly code = "TAPE_MANIFEST";
}

/** A token is not on the tape. */
export class TapeTokenError extends TapeError {
  readonly code = "TAPE_TOKEN";
}

/** The tape is being written by another process or another writer of this process. */
export class TapeHeldError extends TapeError {
  readonly code = "TAPE_HELD";
}

/**
 * The data of one tape does not fit together: tokens that never overlap, bars of different intervals, or contradictory
 * rows.
 */
export class TapeConflictError extends TapeError {
  readonly code = "TAPE_CONFLICT";
}

/** The error for a tape, or a file of one, that cannot be written. */
export function notWritable(path: string, cause: unknown): TapeFileError | TapeFullError {
  const text = `The tape in ${path} cannot be written: ${messageOf(cause)}`;
  if (["ENOSPC", "EDQUOT"].includes(errorCode(cause)))
    return new TapeFullError(text, {
      cause,
      remedy: "Free space on the disk and start again. The data written so far is intact.",
    });
  const remedy =
    errorCode(cause) === "ENOTDIR"
      ? "The path of the tape's folder is a file. Give another folder."
      : "Check that the folder is writable and that the disk has free space.";
  return new TapeFileError(text, { cause, remedy });
}
