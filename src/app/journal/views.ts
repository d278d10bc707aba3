import type {
  DecisionRow,
  EquityRow,
  Filter,
  IntentRow,
  JournalReader,
  NoteRow,
  RunRow,
  TradeRow,
} from "../../journal/index.js";

/** What `contender journal` can show, and the rows of each. */
export interface JournalRows {
  readonly runs: RunRow;
  readonly decisions: DecisionRow;
  readonly intents: IntentRow;
  readonly trades: TradeRow;
  readonly notes: NoteRow;
  readonly equity: EquityRow;
}

export type JournalView = keyof JournalRows;

export const JOURNAL_VIEWS = ["runs", "decisions", "intents", "trades", "notes", "equity"] as const;

/** The rows of a view that pass the filter, oldest first. */
export function rowsOf<View extends JournalView>(
  reader: JournalReader,
  view: View,
  filter: Filter,
): JournalRows[View][] {
  const readers: { [Each in JournalView]: (filter: Filter) => JournalRows[Each][] } = reader;
  return readers[view](filter);
}
