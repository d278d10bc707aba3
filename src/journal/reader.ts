import { accessSync, constants } from "node:fs";
import type { EngineEvent } from "../model/event.js";
import type { Recovered } from "../model/recovered.js";
import { copyJournal, hasLog, refuseMixture } from "./copy.js";
import { Database } from "./database.js";
import { JournalMissingError } from "./errors.js";
import { journalFiles, journalWrittenAt } from "./files.js";
import { journalHolder, takeLock } from "./lock.js";
import { bookEntries, equity, type BookEntryRow, type EquityRow } from "./read/books.js";
import { decisions, verdicts, type DecisionRow, type VerdictRow } from "./read/decisions.js";
import { events } from "./read/events.js";
import { explain, type Explanation } from "./read/explain.js";
import type { Filter } from "./read/filter.js";
import { intents, type IntentRow } from "./read/intents.js";
import { notes, type NoteRow } from "./read/notes.js";
import { quotes, type QuoteRow } from "./read/quotes.js";
import { runs, type RunRow } from "./read/runs.js";
import { strategyTicks, type StrategyTickRow } from "./read/strategy-ticks.js";
import { tickCount, ticks, type RecordedTick, type TickOrder } from "./read/ticks.js";
import { trades, type TradeRow } from "./read/trades.js";
import { ownersIn, type JournalOwner } from "./owners.js";
import { recoverFrom } from "./recover.js";
import { checkReadable } from "./schema/migrations.js";
import { cutTornLogIfFree } from "./torn-log.js";
import { journalError } from "./translate.js";

/** Queries of a journal, also while a bot writes it. Lists are oldest first; every row has the `number` that `after` takes. */
export interface JournalReader {
  /** The id in the markers of this journal. */
  readonly journalId: string;
  /** The teams that it belongs to; empty: any team may take it. */
  owners(): JournalOwner[];
  runs(filter?: Filter): RunRow[];
  decisions(filter?: Filter): DecisionRow[];
  verdicts(filter?: Filter): VerdictRow[];
  intents(filter?: Filter): IntentRow[];
  trades(filter?: Filter): TradeRow[];
  /** What the venue quoted for each trade. */
  quotes(filter?: Filter): QuoteRow[];
  bookEntries(filter?: Filter): BookEntryRow[];
  equity(filter?: Filter): EquityRow[];
  notes(filter?: Filter): NoteRow[];
  /** What happened after the event of a number (0: from the beginning), in the order of the journal, at most so many. */
  events(after: number, limit?: number): EngineEvent[];
  /** What each strategy was given at each instant. */
  strategyTicks(filter?: Filter): StrategyTickRow[];
  /** Every tick of a run with what was seen and decided, for replays; read as it is consumed. In the order in which they were written where none is given. Empty for a run that is not there. */
  ticks(run: string, order?: TickOrder): Iterable<RecordedTick>;
  /** How many ticks that are. */
  tickCount(run: string): number;
  /** Everything behind an intent or a trade, by the id of either; null where there is no such one. */
  explain(id: string): Explanation | null;
  /** What a bot that started now would find of a competition. */
  recover(competitionId: string): Recovered;
  close(): void;
}

/**
 * Opens the journal of a data folder for reading. One that no process holds, and that has a log as after a crash, is read
 * from a copy: it stays as it is, to the last byte. A reader that `follows` opens the journal itself. Throws JournalMissingError, JournalUnreadableError, JournalNewerError,
 * JournalOlderError, JournalForeignError, JournalMixedError, JournalCorruptError, JournalUnwritableError (whoever reads
 * must be able to open SQLite's files beside it) or JournalFailedError.
 */
export function openJournalReader(dir: string, { follows = false } = {}): JournalReader {
  const { db: path } = journalFiles(dir);
  if (journalWrittenAt(dir) === null)
    throw new JournalMissingError(`There is no journal in ${dir}`, {
      remedy: "Start a bot with this data folder first, or name the right one (`data:` in config).",
    });
  const copy = !follows && hasLog(dir) && journalHolder(dir) === null ? copyJournal(dir) : null;
  // A bot that began meanwhile writes to what was copied.
  if (copy !== null && journalHolder(dir) === null) return openCopy(dir, copy);
  copy?.remove();
  cutTornLogIfFree(dir);
  return openReader(path, path, () => undefined);
}

/**
 * Whether a bot could take the journal of a folder now, as far as can be seen without changing it: what is in it stays as
 * it is. Throws JournalHeldError, and what `openJournalReader` throws.
 */
export function tryJournal(dir: string): void {
  takeLock(dir).release();
  const { db } = journalFiles(dir);
  try {
    accessSync(db, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw journalError(error, db);
  }
  openJournalReader(dir).close();
}

function openCopy(dir: string, copy: ReturnType<typeof copyJournal>): JournalReader {
  try {
    refuseMixture(dir, copy);
    return openReader(journalFiles(copy.dir).db, journalFiles(dir).db, copy.remove);
  } catch (error) {
    copy.remove();
    throw error;
  }
}

/** @param named what errors call the file */
function openReader(path: string, named: string, onClose: () => void): JournalReader {
  const db = new Database(path, { readOnly: true, named });
  try {
    checkReadable(db);
    return readerOf(db, onClose);
  } catch (error) {
    db.close();
    throw error;
  }
}

function readerOf(db: Database, onClose: () => void): JournalReader {
  const query =
    <T>(read: (db: Database, filter: Filter) => T) =>
    (filter: Filter = {}): T =>
      db.snapshot(() => read(db, filter));
  return {
    journalId: db.statement("SELECT id FROM journal").get()?.text("id") ?? "",
    owners: () => db.snapshot(() => ownersIn(db)),
    runs: query(runs),
    decisions: query(decisions),
    verdicts: query(verdicts),
    intents: query(intents),
    trades: query(trades),
    quotes: query(quotes),
    bookEntries: query(bookEntries),
    equity: query(equity),
    notes: query(notes),
    events: (after, limit) => db.snapshot(() => events(db, after, limit)),
    strategyTicks: query(strategyTicks),
    ticks: (run, order = "written") => ticks(db, run, order),
    tickCount: (run) => tickCount(db, run),
    explain: (id) => db.snapshot(() => explain(db, id)),
    recover: (competitionId) => db.snapshot(() => recoverFrom(db, competitionId)),
    close() {
      db.close();
      onClose();
    },
  };
}
