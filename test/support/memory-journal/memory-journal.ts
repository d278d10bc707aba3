import type { JsonValue } from "../../../src/core/json.js";
import type {
  Adjusted,
  BookEntry,
  EquityPoint,
  EventTap,
  IntentStep,
  Note,
  Preparation,
  RunEnding,
  RunRecord,
  StrategyTick,
  TickRecord,
  VerdictRecord,
} from "../../../src/model/journal.js";
import type { Recovered, StoredIntent } from "../../../src/model/recovered.js";
import type { ModeChange } from "../../../src/model/mode.js";
import type { Outcome } from "../../../src/model/outcome.js";
import type { Trade } from "../../../src/model/trade.js";
import { checkEntry, refuse } from "../../../src/journal/checks.js";
import { RecordEvents } from "../../../src/journal/record-events.js";
import { JournalFailedError } from "../../../src/journal/errors.js";
import type { Journal } from "../../../src/journal/journal.js";
import { EQUITY_POINTS, recoveredFrom, type KnownTrade } from "../../../src/journal/recovered.js";
import type { QuotedPrices } from "../../../src/journal/last-prices.js";
import { KeptBooks } from "./books.js";
import { KeptDecisions, type KeptDecision } from "./decisions.js";
import { KeptIntents } from "./intents.js";
import { WaitingOutcomes } from "./outcomes.js";
import { WaitingTargets } from "./targets.js";

/**
 * A journal that lives and dies with the process.
 * It takes and refuses what the one on disk does, and recovers the same; what was written stands in
 * its lists. Not for secrets: it takes none out.
 */
export class MemoryJournal implements Journal {
  readonly runs: { readonly run: RunRecord; ending: (RunEnding & { readonly at: number }) | null }[] = [];
  readonly ticks: TickRecord[] = [];
  readonly verdicts: (VerdictRecord & { readonly at: number })[] = [];
  readonly steps: IntentStep[] = [];
  readonly entries: (BookEntry & { readonly at: number })[] = [];
  readonly equityPoints: EquityPoint[] = [];
  readonly notes: Note[] = [];
  readonly modes: ModeChange[] = [];
  readonly #keepTicks: boolean;
  readonly #decisions = new KeptDecisions();
  readonly #intents = new KeptIntents();
  readonly #outcomes = new WaitingOutcomes();
  readonly #targets = new WaitingTargets();
  /** The last run that decided anything and is no rehearsal. */
  #decidedIn: RunRecord | null = null;
  readonly #books = new KeptBooks();
  readonly #states = new Map<string, JsonValue>();
  /** Of the run that last changed a book by other means than a trade, by competition. */
  readonly #allocations = new Map<string, readonly (readonly [string, number])[]>();
  /** Prices of views and of quotes, but for those of rehearsals. */
  readonly #viewed: JsonValue[] = [];
  readonly #quoted: QuotedPrices[] = [];
  readonly #events = new RecordEvents({
    intent: (id) => this.#intents.get(id)?.intent ?? refuse(`Intent ${id} is not in the journal`),
    strategyOf: (decision) => this.#decisions.list().find(({ seq }) => seq === decision)?.strategy ?? null,
  });
  #lastDecision = 0;
  /** Numbers of decisions of rehearsals. */
  readonly #rehearsed = new Set<number>();
  #running = false;
  #open = true;

  /** @param options.keepTicks whether `ticks` is filled (views are large); default true */
  constructor(
    readonly journalId = "test",
    { keepTicks = true }: { readonly keepTicks?: boolean } = {},
  ) {
    this.#keepTicks = keepTicks;
  }

  get decisions(): KeptDecision[] {
    return this.#decisions.list();
  }

  get intents(): StoredIntent[] {
    return this.#intents.list();
  }

  get trades(): { readonly trade: Trade; readonly intent: string | null }[] {
    return this.#intents.trades();
  }

  nextDecision(): number {
    return ++this.#lastDecision;
  }

  begin(run: RunRecord): void {
    this.#writable();
    if (this.runs.some((known) => known.run.id === run.id)) refuse(`Run ${run.id} is in the journal already`);
    this.runs.push({ run, ending: null });
    this.#running = true;
    this.#decisions.forget();
    this.#events.begin(run);
  }

  tick(tick: TickRecord): void {
    this.#writable();
    if (!this.#running) refuse("No run has begun");
    const all = <T>(of: (one: StrategyTick) => readonly T[]): T[] => tick.strategies.flatMap((one) => [...of(one)]);
    const intents = all((one) => one.intents);
    this.#intents.check(intents);
    this.#decisions.check(
      all((one) => one.decisions),
      [...all((one) => one.verdicts), ...intents],
    );
    if (this.#keepTicks) this.ticks.push(tick);
    this.#deciding();
    for (const one of tick.strategies) this.#strategy(tick.at, one);
    this.#events.tick(tick);
  }

  #strategy(at: number, one: StrategyTick): void {
    const { strategy, status, view, ...tick } = one;
    const isNew = this.#decisions.decided(at, one);
    if (!this.#rehearsing()) this.#targets.decided(at, strategy, tick.decisions);
    this.#came(at, isNew ? tick : { ...tick, verdicts: [] });
    for (const verdict of tick.verdicts) this.#targets.toldOf(verdict);
    if (view?.["prices"] !== undefined && !this.#rehearsing()) this.#viewed.push(view["prices"]);
    if (view !== null && status === "decided") this.#outcomes.shown(strategy, view);
    for (const outcome of tick.outcomes) this.#told(strategy, outcome);
    this.#rehearse(tick.decisions);
    if (tick.state !== undefined && !this.#rehearsing()) this.#states.set(strategy, tick.state);
  }

  keepsView(): boolean {
    return true;
  }

  countHold(): boolean {
    return false;
  }

  prepare(preparation: Preparation): void {
    const { at, decisions, verdicts, intents, outcomes } = preparation;
    this.#writable();
    this.#intents.check(intents);
    this.#decisions.check(decisions, [...verdicts, ...intents]);
    for (const { strategy, ...decision } of decisions) this.#decisions.aside(at, strategy, decision);
    this.#rehearse(decisions);
    this.#came(at, { verdicts, intents });
    for (const { strategy, ...outcome } of outcomes) this.#told(strategy, outcome);
    this.#events.prepare(preparation);
  }

  step(step: IntentStep): void {
    this.#writable();
    const { entries = [] } = step;
    entries.forEach(checkEntry);
    const { strategy } = this.#intents.step(step);
    this.steps.push(step);
    if (step.quote !== undefined && !this.#rehearsing()) this.#quoted.push(step.quote);
    this.#enter(step.at, entries, undefined);
    if (step.outcome !== undefined) this.#told(strategy, step.outcome);
    this.#events.step(step);
  }

  adjust(at: number, entries: readonly BookEntry[]): void {
    this.#writable();
    entries.forEach(checkEntry);
    this.#enter(at, entries, this.#running ? this.runs.at(-1)?.run.strategies : undefined);
    this.#events.adjust(at, entries);
  }

  foreignTrades(at: number, trades: readonly Trade[]): void {
    this.#writable();
    for (const trade of trades) this.#intents.foreign(trade);
    this.#events.foreignTrades(at, trades);
  }

  equity(point: EquityPoint): void {
    this.#writable();
    this.equityPoints.push(point);
    this.#events.equity(point);
  }

  note(note: Note): void {
    this.#writable();
    this.notes.push(note);
    this.#events.note(note);
  }

  mode(change: ModeChange): void {
    this.#writable();
    this.modes.push(change);
    this.#events.mode(change);
  }

  end(at: number, ending: RunEnding): void {
    this.#writable();
    const last = this.runs.at(-1);
    if (!this.#running || last === undefined) refuse("No run has begun");
    last.ending = { at, ...ending };
    this.#running = false;
    this.#events.end(at, ending);
  }

  listen(tap: EventTap | null): void {
    this.#events.listen(tap);
  }

  recover(competitionId: string): Recovered {
    const equity = this.equityPoints.filter((point) => point.competitionId === competitionId);
    return recoveredFrom({
      holdings: this.#books.of(competitionId),
      open: this.#intents.open(competitionId).filter(({ intent }) => !this.#rehearsed.has(intent.decision)),
      conflictsElsewhere: this.#intents
        .conflictsElsewhere(competitionId)
        .filter(({ intent }) => !this.#rehearsed.has(intent.decision)),
      opened: this.#books.competitions(),
      allocations: this.#allocations.get(competitionId) ?? null,
      waitingTargets: this.#targets.list(),
      states: [...this.#states],
      outcomes: this.#outcomes.list().filter(({ outcome }) => !this.#rehearsed.has(outcome.decision)),
      trades: this.#intents.knownTrades(competitionId),
      tradesBefore: this.#tradesBefore(competitionId),
      notExecuted: this.#intents.notExecuted().filter(({ intent }) => !this.#rehearsed.has(intent.decision)),
      strays: this.#intents.strays(competitionId),
      fills: this.#intents.fills(competitionId),
      prices: { viewed: this.#viewed.toReversed(), quoted: this.#quoted.toReversed() },
      peakEquity: equity.reduce<number | null>((most, { peak = null }) => greater(most, peak), null),
      equity: equity.slice(-EQUITY_POINTS),
    });
  }

  knowsIntent(id: string): boolean {
    return this.#intents.has(id);
  }

  ownerOfTrade(trade: string): string | null | undefined {
    return this.#intents.ownerOf(trade);
  }

  adjustedSince(competitionId: string, since: number): readonly Adjusted[] {
    return this.entries.filter(
      (entry) => entry.competitionId === competitionId && entry.cause === "adjustment" && entry.at > since,
    );
  }

  close(): void {
    this.#open = false;
  }

  /** What came of decisions. */
  #came(at: number, { verdicts, intents }: Pick<StrategyTick, "verdicts" | "intents">): void {
    for (const verdict of verdicts) this.verdicts.push({ at, ...verdict });
    for (const intent of intents) this.#intents.prepared(intent, this.#decisions.idOf(intent.decision));
    for (const one of [...verdicts, ...intents]) this.#targets.toldOf(one);
  }

  #told(strategy: string, outcome: Outcome): void {
    this.#outcomes.add(strategy, outcome);
    this.#targets.toldOf(outcome);
  }

  #tradesBefore(competitionId: string): KnownTrade[] {
    const last = this.#intents.trades().findLast(({ trade, intent }) => {
      const decision = intent === null ? undefined : this.#intents.get(intent)?.intent.decision;
      return trade.competitionId !== competitionId && decision !== undefined && !this.#rehearsed.has(decision);
    });
    return last === undefined ? [] : this.#intents.knownTrades(last.trade.competitionId);
  }

  #deciding(): void {
    const run = this.runs.at(-1)?.run ?? null;
    if (run === this.#decidedIn || this.#rehearsing()) return;
    this.#decidedIn = run;
    this.#targets.begin();
  }

  #rehearsing(): boolean {
    return this.#running && this.runs.at(-1)?.run.rehearsal === true;
  }

  #rehearse(decisions: readonly { readonly seq: number }[]): void {
    if (this.#rehearsing()) for (const { seq } of decisions) this.#rehearsed.add(seq);
  }

  #enter(at: number, entries: readonly BookEntry[], strategies: RunRecord["strategies"] | undefined): void {
    for (const entry of entries) {
      this.entries.push({ at, ...entry });
      if (strategies !== undefined)
        this.#allocations.set(
          entry.competitionId,
          strategies.map(({ name, allocation }) => [name, allocation] as const),
        );
      this.#books.enter(entry);
    }
  }

  #writable(): void {
    if (!this.#open) throw new JournalFailedError("The journal is closed", { remedy: "Open it again." });
  }
}

function greater(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}
