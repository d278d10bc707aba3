import type {
  BookEntryRow,
  DecisionRow,
  EquityRow,
  Filter,
  IntentRow,
  JournalReader,
  NoteRow,
  QuoteRow,
  RunRow,
  StrategyTickRow,
  TradeRow,
  VerdictRow,
} from "../../journal/index.js";

/** A run, and whether it goes on. `killed`: no process has it any more, and it wrote no end. */
export type ShownRun = RunRow & { readonly state: "running" | "ended" | "killed" };

/** What `contender journal` can show, and the rows of each. */
export interface JournalRows {
  readonly runs: ShownRun;
  /** What each strategy was given at each instant, its inputs included. */
  readonly ticks: StrategyTickRow;
  readonly decisions: DecisionRow;
  readonly verdicts: VerdictRow;
  readonly intents: IntentRow;
  readonly trades: TradeRow;
  readonly quotes: QuoteRow;
  /** Changes of books: the sum of a book's changes is what it holds. */
  readonly books: BookEntryRow;
  readonly notes: NoteRow;
  readonly equity: EquityRow;
}

export type JournalView = keyof JournalRows;

/** A row, and whether its run was a rehearsal: made on the embedded sandbox, in a dry run or a backtest, it is not the team's. */
export type JournalRow<View extends JournalView> = JournalRows[View] & { readonly rehearsal: boolean };

/**
 * The rows of a view that pass the filter, oldest first.
 * @param held whether a process holds the journal now
 */
export function rowsOf<View extends JournalView>(
  reader: JournalReader,
  view: View,
  filter: Filter,
  held: () => boolean,
): JournalRow<View>[] {
  const readers: { [Each in JournalView]: (filter: Filter) => JournalRows[Each][] } = {
    ...reader,
    runs: (wanted) => reader.runs(wanted).map((run) => ({ ...run, state: stateOf(run, held) })),
    books: reader.bookEntries,
    ticks: reader.strategyTicks,
  };
  const rows = readers[view](filter);
  const known = new Map<string, boolean>();
  const isRehearsal = (run: string | null): boolean => {
    if (run === null) return false;
    const rehearsal = known.get(run) ?? reader.runs({ run })[0]?.rehearsal ?? false;
    known.set(run, rehearsal);
    return rehearsal;
  };
  return rows.map((row) => ({ ...row, rehearsal: "rehearsal" in row ? row.rehearsal : isRehearsal(row.run) }));
}

function stateOf({ ending, followed }: RunRow, held: () => boolean): ShownRun["state"] {
  if (ending !== null) return "ended";
  return !followed && held() ? "running" : "killed";
}
