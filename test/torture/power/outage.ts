import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Random } from "../../../src/core/random.js";

/** What the files of a journal hold. */
export interface Image {
  readonly db: Buffer;
  /** The write-ahead log. */
  readonly wal: Buffer;
}

/** What a loss of power leaves of a write that was under way. */
export interface Outage {
  readonly image: Image;
  readonly how: "nothing under way" | "log cut" | "pages torn" | "garbage" | "database torn";
  /** Whether every byte of the write had reached the disk. */
  readonly whole: boolean;
}

/** What a disk writes at once. */
const SECTOR = 512;
/** The log's header: where the log begins anew it is synced before any frame is. */
const HEADER = 32;

export function imageOf(dir: string): Image {
  const read = (name: string): Buffer =>
    existsSync(join(dir, name)) ? readFileSync(join(dir, name)) : Buffer.alloc(0);
  return { db: read("journal.db"), wal: read("journal.db-wal") };
}

/** Puts the files there as a machine finds them that boots: what was in memory alone (the log's index) is gone. */
export function putImage(dir: string, { db, wal }: Image): void {
  rmSync(join(dir, "journal.db-shm"), { force: true });
  writeFileSync(join(dir, "journal.db"), db, { mode: 0o600 });
  writeFileSync(join(dir, "journal.db-wal"), wal, { mode: 0o600 });
}

/**
 * The power fails on the way from one image to the other. SQLite syncs the log before it writes to the database, and
 * the database before it begins the log anew: while the log is under way the database is as it was, and the log is whole
 * before any page of the database changes, and where it begins anew its header is there before its frames.
 */
export function outageBetween(before: Image, after: Image, random: Random): Outage {
  if (before.wal.equals(after.wal) && before.db.equals(after.db))
    return { image: after, how: "nothing under way", whole: true };
  if (!before.db.equals(after.db) && random.next() < 0.5)
    return {
      image: { db: torn(before.db, after.db, random), wal: after.wal },
      how: "database torn",
      whole: true,
    };
  const how = (["log cut", "log cut", "pages torn", "garbage"] as const)[random.int(4)] ?? "log cut";
  const wal = { "log cut": cut, "pages torn": torn, garbage: spoilt }[how](before.wal, after.wal, random);
  return { image: { db: before.db, wal }, how, whole: wal.equals(after.wal) };
}

/** The new file up to some byte, and behind it what there was. */
function cut(before: Buffer, after: Buffer, random: Random): Buffer {
  const [from, to] = changed(before, after);
  const at = from + random.int(to - from + 1);
  return Buffer.concat([after.subarray(0, at), before.subarray(at)]);
}

/** Some of the new sectors, in no order; of a file that has grown the others may be there as zeros. */
function torn(before: Buffer, after: Buffer, random: Random): Buffer {
  const [from, to] = changed(before, after);
  const mixed = Buffer.concat([before, Buffer.alloc(Math.max(0, after.length - before.length))]);
  after.copy(mixed, 0, 0, from < HEADER ? HEADER : 0);
  const share = random.next();
  for (let at = from - (from % SECTOR); at < to; at += SECTOR)
    if (random.next() < share) after.copy(mixed, at, at, Math.min(after.length, at + SECTOR));
  return mixed;
}

/** As cut, and behind it what a block of the disk happened to hold. */
function spoilt(before: Buffer, after: Buffer, random: Random): Buffer {
  const [from, to] = changed(before, after);
  const at = from + random.int(to - from + 1);
  const garbage = Buffer.from(Array.from({ length: Math.min(4_096, to - at) }, () => random.int(256)));
  return Buffer.concat([after.subarray(0, at), garbage, after.subarray(at + garbage.length, to), before.subarray(to)]);
}

/** From the first byte in which they differ to the last of what was written. */
function changed(before: Buffer, after: Buffer): [from: number, to: number] {
  let from = 0;
  while (from < after.length && from < before.length && before[from] === after[from]) from++;
  let to = after.length;
  if (before.length >= after.length) while (to > from && before[to - 1] === after[to - 1]) to--;
  return [from, to];
}
