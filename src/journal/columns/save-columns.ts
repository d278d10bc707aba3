import type { Clock } from "../../core/time/clock.js";
import { silentLog } from "../../core/log.js";
import { seededRandom } from "../../core/random.js";
import { nextTurn } from "../../core/time/system-clock.js";
import type { Secrets } from "../../core/secrets.js";
import { refuse } from "../checks.js";
import { JournalRecordError } from "../errors.js";
import { openJournal } from "../open.js";
import type { SqliteJournal } from "../sqlite-journal.js";
import type { ColumnJournal } from "./column-journal.js";
import type { Written } from "./written.js";

export interface SaveOptions {
  /** The folder of the run's journal; created where it is missing. */
  readonly dir: string;
  /** Taken out of every text that is written. */
  readonly secrets?: Secrets;
  /** Points of the equity curve that are written at most, evenly chosen, the last one among them. Default: all. */
  readonly mostEquity?: number;
  /** Told now and then how many of the records are written. */
  readonly onProgress?: (done: number, of: number) => void;
}

/** After so many records, some tens of milliseconds, everything else has its turn. */
const BREATH = 200;

/**
 * Writes a run's journal into a folder, in one transaction, as `openJournalReader` reads it. The same
 * journal gives the same content; ids and times are the run's own. It gives way now and then: a month of a strategy
 * that trades every minute takes half a minute. Rejects with ArgumentError for what is no ColumnJournal or no such option,
 * with JournalError where it cannot be written, where no run has begun, and where the folder's journal has one already.
 */
export async function saveColumns(
  journal: ColumnJournal,
  { dir, secrets, mostEquity = Infinity, onProgress }: SaveOptions,
): Promise<void> {
  const run = journal.run ?? refuse("No run has begun");
  const clock: Clock = { now: () => run.startedAt, at: () => () => {} };
  const random = seededRandom(`${run.seed}/${run.id}`);
  const file = openJournal({ dir, clock, log: silentLog, random, secrets });
  try {
    if (file.hasRun)
      throw new JournalRecordError(`The journal in ${dir} has a run already`, {
        remedy: "Save each run into a folder of its own, or remove that one first.",
      });
    await file.together(async () => {
      file.begin(run);
      await writeRecords(file, journal, onProgress);
      for (const { seq, count, lastSeq, lastAt } of journal.decisions)
        if (count > 1) file.counted(seq, count, lastSeq, lastAt);
      writeEquity(file, journal, mostEquity);
      if (journal.ending === null) return;
      file.numberFrom(journal.endSeq);
      file.end(journal.ending.at, journal.ending);
    });
  } finally {
    file.close();
  }
}

async function writeRecords(
  file: SqliteJournal,
  journal: ColumnJournal,
  onProgress: SaveOptions["onProgress"],
): Promise<void> {
  let done = 0;
  for (const one of journal.written) {
    write(file, one);
    if (++done % BREATH !== 0) continue;
    onProgress?.(done, journal.written.length);
    await nextTurn();
  }
}

/** Events keep the numbers that they had. */
function write(file: SqliteJournal, one: Written): void {
  if (one.kind === "tick") {
    file.tick(one.tick, one.seqs);
    return;
  }
  file.numberFrom(one.seq);
  switch (one.kind) {
    case "preparation":
      file.prepare(one.preparation);
      return;
    case "step":
      file.step(one.step);
      return;
    case "adjustment":
      file.adjust(one.at, one.entries);
      return;
    case "foreign":
      file.foreignTrades(one.at, one.trades);
      return;
    case "note":
      file.note(one.note);
      return;
    case "mode":
      file.mode(one.change);
  }
}

function writeEquity(file: SqliteJournal, { equityCurve }: ColumnJournal, most: number): void {
  const { competitionId } = equityCurve;
  if (competitionId === null) return;
  const [time, total, peak] = [equityCurve.time(), equityCurve.total(), equityCurve.peak()];
  const seq = equityCurve.seq();
  const books = equityCurve.books.map((name) => [name, equityCurve.book(name) ?? total] as const);
  const step = Math.max(1, Math.ceil(time.length / most));
  // Counted from the end: the last point is always one of them.
  for (let i = (time.length - 1) % step; i < time.length; i += step) {
    const highest = peak?.[i] ?? Number.NaN;
    file.numberFrom(seq[i] as number);
    file.equity({
      at: time[i] as number,
      competitionId,
      total: total[i] as number,
      books: Object.fromEntries(
        books.flatMap(([name, column]) => (Number.isNaN(column[i]) ? [] : [[name, column[i] as number]])),
      ),
      peak: Number.isNaN(highest) ? null : highest,
    });
  }
}
