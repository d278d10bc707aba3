import { constants } from "node:os";
import { messageOf } from "../core/errors.js";
import { JournalError } from "../model/journal-error.js";
import {
  JournalCorruptError,
  JournalFailedError,
  JournalForeignError,
  JournalFullError,
  JournalRecordError,
  JournalUnwritableError,
  REPORT,
} from "./errors.js";

/** What a thrown thing says of itself: an errno's name, or SQLite's literal and the errno behind it. */
interface Facts {
  readonly code?: unknown;
  readonly sqliteCodeName?: unknown;
  readonly systemErrno?: unknown;
}

const NO_SPACE = ["ENOSPC", "EDQUOT", "SQLITE_FULL"];
/** The numbers of these on this system: EDQUOT has another one on each. */
const NO_SPACE_ERRNOS = [constants.errno.ENOSPC, constants.errno.EDQUOT];
const NO_RIGHT = [
  ...["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST", "ENOENT", "ENAMETOOLONG", "ELOOP"],
  ...["SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_AUTH"],
];

function isFull({ systemErrno }: Facts, name: string): boolean {
  return NO_SPACE.includes(name) || (typeof systemErrno === "number" && NO_SPACE_ERRNOS.includes(systemErrno));
}

/** SQLite's primary literal (`SQLITE_READONLY` of `SQLITE_READONLY_DIRECTORY`), or the errno's name. */
function nameOf({ code, sqliteCodeName }: Facts): string {
  if (typeof sqliteCodeName === "string") return /^SQLITE_[A-Z]+/.exec(sqliteCodeName)?.[0] ?? sqliteCodeName;
  return typeof code === "string" ? code : "";
}

/** The typed error of whatever the database or the file system threw while `place` was opened, read or written. */
export function journalError(error: unknown, place: string): JournalError {
  if (error instanceof JournalError) return error;
  const facts: Facts = typeof error === "object" && error !== null ? error : {};
  const name = nameOf(facts);
  const text = `${place}: ${messageOf(error)}`;
  if (isFull(facts, name))
    return new JournalFullError(`The disk is full; ${text}`, {
      remedy: "Free some space and start again.",
      cause: error,
    });
  if (NO_RIGHT.includes(name))
    return new JournalUnwritableError(`The journal cannot be written; ${text}`, {
      remedy: "Give the data folder to the user who runs the bot, or name another folder (`data:` in config).",
      cause: error,
    });
  if (name === "SQLITE_NOTADB") return notOurs(place, "it is no SQLite database", error);
  if (name === "SQLITE_CORRUPT")
    return new JournalCorruptError(`The journal is damaged; ${text}`, {
      remedy: "Move the folder away and start with a new one; `sqlite3 journal.db .recover` saves what can be read.",
      cause: error,
    });
  if (name === "SQLITE_CONSTRAINT" || facts.code === "ERR_INVALID_ARG_TYPE")
    return new JournalRecordError(`The record does not fit the journal; ${text}`, { remedy: REPORT, cause: error });
  return new JournalFailedError(`The journal failed; ${text}`, { remedy: "The cause says what failed.", cause: error });
}

export function notOurs(place: string, why: string, cause?: unknown): JournalForeignError {
  return new JournalForeignError(`${place} is not a journal of Contender: ${why}`, {
    remedy: "Name another data folder (`data:` in config), or move that file away.",
    cause,
  });
}
