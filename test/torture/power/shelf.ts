import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messageOf } from "../../../src/core/errors.js";
import { silentLog } from "../../../src/core/log.js";
import { seededRandom, type Random } from "../../../src/core/random.js";
import { Database } from "../../../src/journal/database.js";
import { openJournal, openJournalReader } from "../../../src/journal/index.js";
import type { Journal } from "../../../src/journal/journal.js";
import type { Shelf } from "../protocol/shelf.js";
import type { World } from "../protocol/world.js";
import { beginningOnly, missing } from "./judge.js";
import { imageOf, outageBetween, putImage, type Image, type Outage } from "./outage.js";

/** Other ways in which the same loss of power might have gone, which are opened and looked at. */
const OTHER_WAYS = 12;
/** Bytes of the log, drawn anywhere, at which it is cut as by a disk that said too early that it had written. */
const CUTS_ANYWHERE = 3;
/** As SQLite numbers it: every transaction is on disk when it is reported. */
const FULL = 2;

/** The real journal on a disk whose machine loses its power whenever a process ends. */
export class PowerShelf implements Shelf {
  readonly failures: string[] = [];
  /** Files that were cut, torn or spoilt, and opened again. */
  cuts = 0;
  /** How the files were left, by kind. */
  readonly met: Record<string, number> = {};
  #dir = folder();
  readonly #random: Random;
  /** Pages of the log after which SQLite writes them to the database. */
  readonly #checkpoint: number;
  #journal: Journal | null = null;
  #opened: Image | null = null;
  #first: Buffer | null = null;
  #synced = true;
  #writing: { readonly before: Image; readonly after: Image } | null = null;
  /** The way that the loss of power goes, once it is known. */
  #outage: Outage | null = null;

  constructor(private readonly world: World) {
    this.#random = seededRandom(world.scene.seed).fork("power");
    this.#checkpoint = [4, 30, 1_000][this.#random.int(3)] ?? 1_000;
  }

  /** The power fails in the midst of a write. True where all of it had reached the disk. */
  midst(write: () => void): boolean {
    const before = imageOf(this.#dir);
    write();
    this.#writing = { before, after: imageOf(this.#dir) };
    this.#outage = this.#fail();
    return this.#outage.whole;
  }

  open(): Journal {
    if (this.#journal !== null) this.#boot(this.#journal);
    const found = connection(() => this.#openIn(this.#dir));
    this.#journal = found.opened;
    this.#synced = (found.db?.statement("PRAGMA synchronous").get({})?.number("synchronous") ?? FULL) >= FULL;
    found.db?.exec(`PRAGMA wal_autocheckpoint = ${this.#checkpoint}`);
    this.#opened = imageOf(this.#dir);
    this.#first ??= this.#opened.db;
    return this.#journal;
  }

  remove(): void {
    this.#journal?.close();
    rmSync(this.#dir, { recursive: true, force: true });
  }

  /** What was synced is on disk; of the rest nobody knows. */
  #fail(): Outage {
    const { before, after } = this.#writing ?? { before: imageOf(this.#dir), after: imageOf(this.#dir) };
    return outageBetween(this.#synced ? before : (this.#opened ?? before), after, this.#random);
  }

  #boot(journal: Journal): void {
    const outage = this.#outage ?? this.#fail();
    const last = imageOf(this.#dir);
    const ways = outage.how === "nothing under way" ? 0 : OTHER_WAYS;
    for (let i = 0; i < ways; i++) {
      const other = this.#fail();
      // Whether the write is there is the same in all of them: the judge's copy holds it or not.
      if (other.whole !== outage.whole) continue;
      this.#look(other.image, missing);
      this.#count(other.how);
    }
    // Only where no page of the database is newer than the log.
    for (let i = 0; i < CUTS_ANYWHERE && this.#first?.equals(last.db) === true; i++) {
      const wal = last.wal.subarray(0, this.#random.int(last.wal.length + 1));
      this.#look({ db: last.db, wal }, beginningOnly);
      this.#count("log cut anywhere");
    }
    journal.close();
    rmSync(this.#dir, { recursive: true, force: true });
    // Files of their own: of a connection that was closed in this process SQLite still knows the old ones.
    this.#dir = folder();
    // Opened as a copy, so that what is opened by the bot itself has not been mended before.
    putImage(this.#dir, this.#look(outage.image, missing) ? outage.image : last);
    this.#count(outage.how);
    this.#writing = this.#outage = null;
  }

  /** Opens a copy as a bot does that starts, and judges it; false where it cannot be opened. */
  #look(image: Image, judge: typeof missing): boolean {
    this.cuts++;
    const dir = folder();
    putImage(dir, image);
    const opened: { close(): void }[] = [];
    try {
      const journal = this.#openIn(dir);
      opened.push(journal);
      const reader = openJournalReader(dir);
      opened.unshift(reader);
      const open = journal.recover(this.world.service.sandbox.exchange.active()?.id ?? "").open.length;
      const held = reader.intents().filter(({ state }) => /^(PREPARED|SENT|UNKNOWN)$/.test(state)).length;
      if (open < held) this.#fault(`of ${held} open intents ${open} were recovered`);
      for (const fault of judge(reader, this.world)) this.#fault(fault);
      return true;
    } catch (error) {
      this.#fault(`the journal could not be opened again: ${messageOf(error)}`);
      return false;
    } finally {
      for (const one of opened) one.close();
      rmSync(dir, { recursive: true, force: true });
    }
  }

  #count(how: string): void {
    this.met[how] = (this.met[how] ?? 0) + 1;
  }

  #fault(text: string): void {
    this.failures.push(`after a loss of power ${text}`);
  }

  #openIn(dir: string): Journal {
    const { scene, clock } = this.world;
    return openJournal({ dir, clock, log: silentLog, random: seededRandom(scene.seed).fork("journal") });
  }
}

function folder(): string {
  return mkdtempSync(join(tmpdir(), "contender-power-"));
}

/** What `open` opens, and the connection to its database: it alone knows what it syncs. */
function connection<T>(open: () => T): { readonly opened: T; readonly db: Database | null } {
  const { exec } = Database.prototype;
  const seen: Database[] = [];
  Database.prototype.exec = function (this: Database, sql) {
    if (sql.includes("synchronous")) seen.push(this);
    exec.call(this, sql);
  };
  try {
    return { opened: open(), db: seen[0] ?? null };
  } finally {
    Database.prototype.exec = exec;
  }
}
