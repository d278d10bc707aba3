import { closeSync, fstatSync, readSync } from "node:fs";
import { errorCode, messageOf } from "../../core/errors.js";
import { COMMA, LINE_FEED, numberIn } from "../csv-cells.js";
import { TapeError, TapeFileError, TapeHeaderError, TapeRowError } from "../errors.js";
import { openRegular } from "../regular-file.js";

/** Bytes of a line at most, also of one that a crash has cut off. */
const LONGEST = 16 * 1_048_576;
/** Bytes that are read at once: a log of months takes more memory than what is in it. */
const BLOCK = 1_048_576;
/** No line of a log has more cells. */
const CELLS = 16;

/** The line that is being read. Cells are counted from 0. */
export interface LogLine {
  readonly cells: number;
  /** NaN where the cell is no number. */
  number(cell: number): number;
  text(cell: number): string;
}

/** Told of how many bytes are read, and of how many there are. */
export type ToldOfBytes = (done: number, all: number) => void;

/**
 * Reads the lines of a log that is appended to, some at a time; false where there is no such file. A last line without its
 * line feed was cut off by a crash and is left out. Throws TapeHeaderError for a header that is none of these, and
 * TapeRowError, with file and line, for a line that `take` does not take.
 */
export function forEachLine(
  file: string,
  headers: readonly [string, ...string[]],
  take: (line: LogLine) => boolean,
  onBytes: ToldOfBytes = () => undefined,
): boolean {
  const log = openLog(file);
  if (log === null) return false;
  try {
    const { size } = fstatSync(log);
    let number = 1;
    let done = 0;
    for (const bytes of wholeLines(file, log)) {
      const cells = new Cells(bytes);
      for (let from = 0; from < bytes.length; number++) {
        const until = bytes.indexOf(LINE_FEED, from);
        cells.split(from, until);
        if (number === 1) checkHeader(file, headers, bytes.toString("utf8", from, until));
        else if (!take(cells))
          throw broken(file, number, headers[0], bytes.toString("utf8", from, Math.min(until, from + 80)));
        from = until + 1;
      }
      onBytes((done += bytes.length), size);
    }
  } finally {
    closeSync(log);
  }
  return true;
}

/** Blocks of whole lines, each to be used before the next is asked for. Throws TapeFileError. */
function* wholeLines(file: string, log: number): Iterable<Buffer> {
  let buffer = Buffer.allocUnsafe(BLOCK);
  let held = 0;
  for (;;) {
    const read = attempt(file, () => readSync(log, buffer, held, buffer.length - held, null));
    if (read === 0) return;
    const filled = held + read;
    const end = buffer.subarray(0, filled).lastIndexOf(LINE_FEED) + 1;
    if (end > 0) yield buffer.subarray(0, end);
    buffer.copyWithin(0, end, filled);
    held = filled - end;
    if (held >= LONGEST)
      throw new TapeRowError(`${file} has a line of more than ${LONGEST} bytes`, {
        remedy: "Check its content: normal lines have some dozens. Restore the file, or remove the line.",
      });
    if (held === buffer.length) buffer = Buffer.concat([buffer], 2 * held);
  }
}

class Cells implements LogLine {
  readonly #bytes: Buffer;
  readonly #starts = new Uint32Array(CELLS + 1);
  cells = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  split(from: number, until: number): void {
    this.cells = 0;
    this.#starts[0] = from;
    for (let i = from; i <= until && this.cells < CELLS; i++)
      if (i === until || this.#bytes[i] === COMMA) this.#starts[++this.cells] = i + 1;
  }

  number(cell: number): number {
    return cell < this.cells ? numberIn(this.#bytes, this.#start(cell), this.#start(cell + 1) - 1) : Number.NaN;
  }

  text(cell: number): string {
    return cell < this.cells ? this.#bytes.toString("utf8", this.#start(cell), this.#start(cell + 1) - 1) : "";
  }

  #start(cell: number): number {
    return this.#starts[cell] as number;
  }
}

/** Null where there is no such file. */
function openLog(file: string): number | null {
  return attempt(file, () => {
    try {
      return openRegular(file);
    } catch (cause) {
      if (errorCode(cause) === "ENOENT") return null;
      throw cause;
    }
  });
}

function attempt<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof TapeError) throw cause;
    throw new TapeFileError(`${file} cannot be read: ${messageOf(cause)}`, {
      cause,
      remedy: "Check the permissions of the tape's folder.",
    });
  }
}

function checkHeader(file: string, headers: readonly [string, ...string[]], found: string): void {
  if (headers.includes(found)) return;
  throw new TapeHeaderError(`${file}, line 1: expected "${headers[0]}", found "${found.slice(0, 80)}"`, {
    remedy: "Give a folder that `contender` recorded.",
  });
}

function broken(file: string, line: number, header: string, found: string): TapeRowError {
  return new TapeRowError(`${file}, line ${line}: expected "${header}", found "${found}"`, {
    remedy: "Remove the line. The data before and after it stays.",
  });
}
