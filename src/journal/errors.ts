import { JournalError } from "../model/journal-error.js";

/** The remedy of mistakes that only our own code can make. */
export const REPORT = "This is a bug in Contender: please report it with the log.";

/** Another process (or another bot in this one) holds the journal. */
export class JournalHeldError extends JournalError {
  readonly code = "JOURNAL_HELD";
  /** Process id of the holder; null where it is not known. */
  readonly pid: number | null;

  constructor(dir: string, pid: number | null) {
    const holder = pid === null ? "another bot" : `another bot (process ${pid})`;
    super(`The journal in ${dir} is held by ${holder}`, {
      remedy: "Stop that bot first, or give this one a data folder of its own (`data:` in its config).",
    });
    this.pid = pid;
  }
}

/** The folder or the file cannot be created or written: no right to, or a read-only file system. */
export class JournalUnwritableError extends JournalError {
  readonly code = "JOURNAL_UNWRITABLE";
}

/** The journal, or the folder that it would stand in, belongs to another user: whether there is one cannot always be known. */
export class JournalUnreadableError extends JournalError {
  readonly code = "JOURNAL_UNREADABLE";
}

/** A file of the journal was removed, moved or replaced while a bot wrote to it. */
export class JournalGoneError extends JournalError {
  readonly code = "JOURNAL_GONE";
}

/** The disk (or the quota) is full. */
export class JournalFullError extends JournalError {
  readonly code = "JOURNAL_FULL";
}

/** A later version of Contender wrote it. */
export class JournalNewerError extends JournalError {
  readonly code = "JOURNAL_NEWER";
}

/** An earlier version of Contender wrote it, and whoever only reads may not bring it up to date. */
export class JournalOlderError extends JournalError {
  readonly code = "JOURNAL_OLDER";
}

/** The file is something else: no database, or another program's. */
export class JournalForeignError extends JournalError {
  readonly code = "JOURNAL_FOREIGN";
}

/** The database is damaged, or holds something that this program never writes. */
export class JournalCorruptError extends JournalError {
  readonly code = "JOURNAL_CORRUPT";
}

/** The database is a copy that was put back beside the log of a later state: together they would be damaged. */
export class JournalMixedError extends JournalError {
  readonly code = "JOURNAL_MIXED";
}

/** There is no journal in the folder (for readers: a writer makes one). */
export class JournalMissingError extends JournalError {
  readonly code = "JOURNAL_MISSING";
}

/** What was to be written contradicts the journal: an illegal transition, an id used twice, a tick before its run. A bug of the caller. */
export class JournalRecordError extends JournalError {
  readonly code = "JOURNAL_RECORD";
}

/** Any other failure of the database or the file system; the cause says which. */
export class JournalFailedError extends JournalError {
  readonly code = "JOURNAL_FAILED";
}
