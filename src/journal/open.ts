import { randomBase32 } from "../core/base32.js";
import type { Clock } from "../core/time/clock.js";
import type { Log } from "../core/log.js";
import { between } from "../model/points.js";
import { freshSeed, seededRandom, type Random } from "../core/random.js";
import type { Secrets } from "../core/secrets.js";
import { copyJournal, hasLog, refuseMixture } from "./copy.js";
import { Database } from "./database.js";
import { ensureFolder, ensureOwnFile, journalFiles } from "./files.js";
import { filesInPlace } from "./files-in-place.js";
import { takeLock } from "./lock.js";
import { migrate } from "./schema/migrations.js";
import { SqliteJournal } from "./sqlite-journal.js";
import { cutTornLog } from "./torn-log.js";

export interface JournalOptions {
  /** The data folder; created (for its owner alone) where it is missing. */
  readonly dir: string;
  /** The machine's. */
  readonly clock: Clock;
  readonly log: Log;
  /** Taken out of every text that is written. What is added to it later counts from then on. */
  readonly secrets?: Secrets;
  /** Of the journal's own id. Default: the machine's entropy. */
  readonly random?: Random;
}

/**
 * Opens (or creates) the journal of a data folder for this process alone, and brings it up to date.
 *
 * Growth, measured with six prices in view: 1.2 kB for each time that a strategy decides (0.7 kB of it
 * what changed in its view, 0.2 kB a decision that is not a repeated hold), 0.1 kB for a bar, 0.1 kB for
 * an equity point, 2 kB for a trade with all its steps. Three strategies that decide every minute for
 * a week take 37 MB. Nothing is ever deleted. The log beside it stays near 4 MB unless a reader is slow.
 *
 * Readers (`openJournalReader`) may come and go meanwhile.
 *
 * Throws JournalHeldError where another bot has it, JournalUnwritableError, JournalFullError,
 * JournalNewerError, JournalForeignError, JournalMixedError, JournalCorruptError, JournalFailedError: then nothing was changed.
 */
export function openJournal({ dir, clock, log, secrets, random }: JournalOptions): SqliteJournal {
  ensureFolder(dir);
  const lock = takeLock(dir);
  try {
    const { db: path } = journalFiles(dir);
    ensureOwnFile(path);
    if (hasLog(dir)) refuseMixtureOf(dir);
    cutTornLog(dir);
    const db = new Database(path, { secrets });
    try {
      const ports = { clock, log, random: random ?? seededRandom(freshSeed()) };
      return between("journal", "open", () => begin(db, ports, dir, lock.release));
    } catch (error) {
      db.close();
      throw error;
    }
  } catch (error) {
    lock.release();
    throw error;
  }
}

function refuseMixtureOf(dir: string): void {
  const copy = copyJournal(dir);
  try {
    refuseMixture(dir, copy);
  } finally {
    copy.remove();
  }
}

function begin(
  db: Database,
  { clock, log, random }: Required<Pick<JournalOptions, "clock" | "log" | "random">>,
  dir: string,
  release: () => void,
): SqliteJournal {
  migrate(db);
  const known = db.statement("SELECT id FROM journal").get()?.text("id");
  const id = known ?? randomBase32(random, 4);
  // Written even where it is known: a journal that cannot be written shall say so now, not at the first trade.
  db.transaction(() =>
    db
      .statement("INSERT INTO journal (one, id, created_at) VALUES (1, :id, :at) ON CONFLICT DO UPDATE SET id = id")
      .run({ id, at: clock.now() }),
  );
  if (known === undefined) log.info("A new journal was made", { file: db.path, journal: id });
  else log.debug("The journal was opened", { file: db.path, journal: id });
  return new SqliteJournal(db, { clock, log }, id, release, filesInPlace(dir));
}
