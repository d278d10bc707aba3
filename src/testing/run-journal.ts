import type {
  DecisionRecord,
  EquityPoint,
  IntentStep,
  JournalWriter,
  Note,
  Preparation,
  StrategyTick,
  TickRecord,
} from "../model/journal.js";
import type { Trade } from "../model/trade.js";

/** Keeps of a run what a test asks about. */
export class RunJournal implements JournalWriter {
  readonly decisions: (DecisionRecord & { readonly at: number })[] = [];
  readonly trades: Trade[] = [];
  readonly equityPoints: EquityPoint[] = [];
  readonly notes: Note[] = [];
  readonly outcomes: StrategyTick["outcomes"][number][] = [];
  /** Ticks by what came of them. */
  readonly counts: Record<StrategyTick["status"], number> = { decided: 0, "warming-up": 0, failed: 0 };
  /** Why the last failed run failed; null where none did. */
  error: string | null = null;
  #last = 0;

  nextDecision(): number {
    return ++this.#last;
  }

  keepsView(): boolean {
    return true;
  }

  countHold(): boolean {
    return false;
  }

  tick({ at, strategies }: TickRecord): void {
    for (const { status, decisions, error, outcomes } of strategies) {
      this.counts[status]++;
      this.decisions.push(...decisions.map((record) => ({ at, ...record })));
      this.outcomes.push(...outcomes);
      if (status === "failed") this.error = error;
    }
  }

  prepare({ outcomes }: Preparation): void {
    this.outcomes.push(...outcomes);
  }

  step({ trade, outcome }: IntentStep): void {
    if (trade !== undefined) this.trades.push(trade);
    if (outcome !== undefined) this.outcomes.push(outcome);
  }

  equity(point: EquityPoint): void {
    this.equityPoints.push(point);
  }

  note(note: Note): void {
    this.notes.push(note);
  }

  begin(): void {}
  adjust(): void {}
  foreignTrades(): void {}
  mode(): void {}
  end(): void {}
  /** A test asks about the run when it is over: nothing listens. */
  listen(): void {}
}
