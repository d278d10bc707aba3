import type {
  DecisionRow,
  IntentRow,
  JournalReader,
  RecordedTick,
  RunRow,
  TradeRow,
  VerdictRow,
} from "../../journal/index.js";
import { runOf } from "../run-of.js";

/** What a journal holds of one run, for comparing. */
export interface Recording {
  readonly run: RunRow;
  /** Folder of the journal, for people. */
  readonly journal: string;
  /** By their instants; read as they are consumed. */
  ticks(): Iterable<RecordedTick>;
  readonly decisions: readonly DecisionRow[];
  readonly verdicts: readonly VerdictRow[];
  readonly intents: readonly IntentRow[];
  /** By the id of their intent. */
  readonly trades: ReadonlyMap<string, TradeRow>;
  /** Whether a tick that only repeated its hold left no row, as in backtests: such a tick is known by the count of the hold alone. */
  readonly holdsMerged: boolean;
}

type Reader = Pick<JournalReader, "runs" | "ticks" | "decisions" | "verdicts" | "intents" | "trades" | "strategyTicks">;

/** Reads a run out of a journal. Throws UnknownRunError. */
export function recordingOf(reader: Reader, runId: string, journal: string): Recording {
  const run = runOf(reader, runId);
  const filter = { run: runId };
  const decisions = reader.decisions(filter);
  return {
    run,
    journal,
    ticks: () => reader.ticks(runId, "instant"),
    decisions,
    verdicts: reader.verdicts(filter),
    intents: reader.intents(filter),
    trades: new Map(reader.trades(filter).flatMap((row) => (row.intent === null ? [] : [[row.intent, row] as const]))),
    holdsMerged: mergesHolds(reader, runId, decisions),
  };
}

function mergesHolds(reader: Reader, run: string, decisions: readonly DecisionRow[]): boolean {
  const repeated = decisions.find(({ count, aside }) => count > 1 && !aside);
  if (repeated === undefined) return false;
  const { strategy, at, lastAt } = repeated;
  const rows = reader.strategyTicks({ run, strategy, from: at + 1, to: lastAt + 1, limit: 1 });
  return rows.every(({ view }) => view === null);
}
