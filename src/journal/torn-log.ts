import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from "node:fs";
import { endianness } from "node:os";
import { journalFiles } from "./files.js";
import { takeLock } from "./lock.js";

// The write-ahead log's format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
const HEADER = 32;
const FRAME_HEADER = 24;
const MAGIC = 0x377f0682;
const VERSION = 3_007_000;
/** Frames that a page of the log's index tells of; the first page has its own header too. */
const FRAMES_A_PAGE = 4_096;
const FRAMES_OF_THE_FIRST = 4_062;

/**
 * Cuts off what SQLite would not use of a log, where a page of the log's index would be without a whole frame (after a
 * loss of power in the midst of a write): there SQLite lays 32 kB of the process's memory, as it is, into the index
 * `journal.db-shm`, and a key may be among it. To be called before the journal is opened, while this process has its lock.
 */
export function cutTornLog(dir: string): void {
  const path = logOf(dir);
  const length = wholeLength(path);
  if (length === null) return;
  try {
    const fd = openSync(path, "r+");
    try {
      ftruncateSync(fd, length);
    } finally {
      closeSync(fd);
    }
  } catch {
    // It may not be written: SQLite says so in a moment.
  }
}

/** The same for one who only reads: left out where somebody has the journal, whose index is in use then. */
export function cutTornLogIfFree(dir: string): void {
  if (wholeLength(logOf(dir)) === null) return;
  try {
    const lock = takeLock(dir);
    try {
      cutTornLog(dir);
    } finally {
      lock.release();
    }
  } catch {
    // A folder that cannot be written to: SQLite makes no index there either.
  }
}

/** The file of SQLite's write-ahead log. */
export function logOf(dir: string): string {
  return `${journalFiles(dir).db}-wal`;
}

/** The bytes of a log that SQLite would use; null where there is nothing to cut. */
function wholeLength(path: string): number | null {
  let fd: number;
  try {
    fd = openSync(path, "r");
  } catch {
    return null;
  }
  try {
    const { size } = fstatSync(fd);
    const log = size <= HEADER ? null : openLog(fd);
    if (log === null) return null;
    const { frame } = log;
    const total = Math.floor((size - HEADER) / frame);
    // On one page of the index the first frame alone decides; logs are seldom longer.
    const whole = wholeFrames(fd, log, indexPage(total) === 0 ? Math.min(total, 1) : total);
    return whole === 0 || indexPage(total) > indexPage(whole) ? HEADER + whole * frame : null;
  } catch {
    // What cannot be read (a folder of that name, a disk that fails) SQLite refuses, and says so.
    return null;
  } finally {
    closeSync(fd);
  }
}

interface Log {
  /** Size of a frame with its header, bytes. */
  readonly frame: number;
  readonly salts: Buffer;
  readonly sum: Checksum;
}

/** What the header says; null where it is none, for then SQLite leaves the log alone. */
function openLog(fd: number): Log | null {
  const header = Buffer.alloc(HEADER);
  readSync(fd, header, 0, HEADER, 0);
  const magic = header.readUInt32BE(0);
  const page = header.readUInt32BE(8);
  const known = (magic & ~1) === MAGIC && header.readUInt32BE(4) === VERSION;
  if (!known || page < 512 || page > 65_536 || (page & (page - 1)) !== 0) return null;
  const sum = new Checksum((magic & 1) === 1);
  sum.add(header.subarray(0, 24));
  return sum.is(header, 24) ? { frame: FRAME_HEADER + page, salts: header.subarray(16, 24), sum } : null;
}

/** How many frames, from the first on, carry the log's salts and the checksum of everything before them. */
function wholeFrames(fd: number, { frame, salts, sum }: Log, total: number): number {
  const bytes = Buffer.alloc(frame);
  for (let i = 0; i < total; i++) {
    if (readSync(fd, bytes, 0, frame, HEADER + i * frame) < frame) return i;
    if (bytes.readUInt32BE(0) === 0 || !bytes.subarray(8, 16).equals(salts)) return i;
    sum.add(bytes.subarray(0, 8));
    sum.add(bytes.subarray(FRAME_HEADER));
    if (!sum.is(bytes, 16)) return i;
  }
  return total;
}

function indexPage(frame: number): number {
  return Math.floor((frame + FRAMES_A_PAGE - FRAMES_OF_THE_FIRST - 1) / FRAMES_A_PAGE);
}

/** SQLite's, over words of four bytes. */
class Checksum {
  #first = 0;
  #second = 0;

  /** @param big whether its words are read with the high byte first */
  constructor(private readonly big: boolean) {}

  add(bytes: Buffer): void {
    const words = this.#words(bytes);
    for (let i = 0; i < words.length; i += 2) {
      this.#first = (this.#first + (words[i] as number) + this.#second) >>> 0;
      this.#second = (this.#second + (words[i + 1] as number) + this.#first) >>> 0;
    }
  }

  /** Whether it stands at this place; there it is written with the high byte first, always. */
  is(bytes: Buffer, at: number): boolean {
    return bytes.readUInt32BE(at) === this.#first && bytes.readUInt32BE(at + 4) === this.#second;
  }

  #words(bytes: Buffer): Uint32Array {
    const copy = Buffer.from(bytes);
    if (this.big !== (endianness() === "BE")) copy.swap32();
    return new Uint32Array(copy.buffer, copy.byteOffset, copy.length / 4);
  }
}
