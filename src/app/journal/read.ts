import { basename } from "node:path";
import { sleep } from "../../core/time/clock.js";
import { suggested } from "../../core/nearest.js";
import { nextTurn, systemClock } from "../../core/time/system-clock.js";
import { JournalMissingError } from "../../journal/errors.js";
import { journalHolder, openJournalReader, type Filter, type JournalReader } from "../../journal/index.js";
import { UNASSIGNED } from "../../model/journal.js";
import { runOf } from "../../replay/index.js";
import { openConfigOfData } from "../config/find.js";
import { countOf } from "../count.js";
import { UsageError } from "../errors.js";
import { momentOf } from "../moment.js";
import { findRun, journalFolders, type FoundRun } from "./find-run.js";
import { rowsOf, type JournalRow, type JournalView } from "./views.js";
import { withJournal } from "./with-journal.js";

/** How often a followed journal is looked at again, milliseconds of the machine. */
const LOOK_AGAIN = 500;

/** Rows that are read at once. */
const PAGE = 500;

/** What the command line says of the rows that are wanted; all texts as they were typed. */
export interface JournalQuestion {
  readonly config: string | undefined;
  /** A run's id, the bot's or a backtest's, `last`, or `backtest` (the newest one). */
  readonly run?: string;
  readonly strategy?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit?: string;
}

/** The rows of a view. Throws JournalMissingError, UnknownRunError, UsageError, ConfigError. */
export function readJournal<View extends JournalView>(view: View, question: JournalQuestion): JournalRow<View>[] {
  const found = placeOf(question);
  return withJournal(found.folder, (reader) =>
    rowsOf(reader, view, filterOf(question, found, reader), () => journalHolder(found.folder) !== null),
  );
}

/**
 * Calls `show` with the same rows, some at a time, until the signal aborts: page after page, each from a state of the
 * journal of its own, for who kept to one for long would keep the bot's log from being folded into the database. Rejects as
 * `readJournal` throws.
 *
 * @param show resolves when its reader takes more: rows that wait for one stay in the journal
 * @param follow whether to go on with what is added
 */
export async function eachOfJournal<View extends JournalView>(
  view: View,
  question: JournalQuestion,
  { signal, follow = false }: { readonly signal: AbortSignal; readonly follow?: boolean },
  show: (rows: readonly JournalRow<View>[]) => unknown,
): Promise<void> {
  const found = placeOf(question);
  const reader = openJournalReader(found.folder, { follows: follow });
  const held = (): boolean => journalHolder(found.folder) !== null;
  try {
    const { limit, ...wanted } = filterOf(question, found, reader);
    let after = limit === undefined ? 0 : beforeLast(reader, view, { ...wanted, limit: 1, skip: limit - 1 });
    while (!signal.aborted) {
      const rows = rowsOf(reader, view, { ...wanted, after, limit: PAGE }, held);
      if (rows.length > 0) await show(rows);
      after = rows.at(-1)?.number ?? after;
      // Who reads what is shown may be gone.
      await nextTurn();
      if (rows.length === PAGE) continue;
      if (!follow) return;
      await sleep(systemClock, LOOK_AGAIN, signal).catch(() => undefined);
    }
  } finally {
    reader.close();
  }
}

/** The number after which the last so many rows come, of which `first` wants the first; 0 where there are not so many. */
function beforeLast(reader: JournalReader, view: JournalView, first: Filter): number {
  const [row] = rowsOf(reader, view, first, () => false);
  return row === undefined ? 0 : row.number - 1;
}

/**
 * The journal that is asked: the config's, or, where a run is named that is a backtest, that one's. Throws
 * UnknownRunError.
 */
function placeOf({ config, run }: JournalQuestion): FoundRun {
  const loaded = openConfigOfData(config, ...(run === undefined ? [] : [run]));
  if (run !== undefined) return findRun(run, loaded);
  const folder = loaded.path(loaded.config.data);
  const [first = folder] = journalFolders(loaded);
  if (first === folder) return { folder, id: "" };
  throw new JournalMissingError(`${folder} holds journals of backtests, but none of a bot`, {
    remedy: `Use --run backtest for the newest backtest, ${basename(first)}, or --run with another id.`,
  });
}

/** Throws UsageError for a strategy that was in none of the runs that are asked for, and had no book in them. */
function checkStrategy({ run, strategy }: Filter, reader: JournalReader): void {
  if (strategy === undefined || strategy === UNASSIGNED) return;
  const runs = reader.runs({ run });
  const names = new Set(runs.flatMap(({ strategies }) => strategies.map(({ name }) => name)));
  // The book of a strategy that was taken out of config is given away in a run that it was not in.
  if (names.size === 0 || names.has(strategy) || reader.bookEntries({ run, strategy, limit: 1 })[0]) return;
  const what = run === undefined ? "No run of the journal had" : `Run ${run} did not have`;
  throw new UsageError(`${what} a strategy "${strategy}"`, {
    remedy: `${suggested(strategy, names)} Strategies: ${[...names].join(", ")}.`.trimStart(),
  });
}

function filterOf(question: JournalQuestion, found: FoundRun, reader: JournalReader): Filter {
  const { run, strategy, from, to, limit } = question;
  if (run !== undefined) runOf(reader, found.id);
  const filter = {
    run: run === undefined ? undefined : found.id,
    strategy,
    from: from === undefined ? undefined : momentOf(from),
    to: to === undefined ? undefined : momentOf(to),
    limit: limit === undefined ? undefined : countOf(limit, "rows"),
  };
  checkStrategy(filter, reader);
  return filter;
}
