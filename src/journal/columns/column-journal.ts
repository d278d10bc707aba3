import { checkArguments, members } from "../../core/arguments.js";
import { flag, number } from "../../core/kinds.js";
import type { Intent } from "../../model/intent.js";
import type {
  BookEntry,
  EquityPoint,
  IntentStep,
  JournalWriter,
  Note,
  Preparation,
  RunEnding,
  RunRecord,
  StrategyTick,
  TickRecord,
} from "../../model/journal.js";
import type { Outcome } from "../../model/outcome.js";
import type { Trade } from "../../model/trade.js";
import { refuse } from "../checks.js";
import { EquityColumns } from "./equity-columns.js";
import { Member } from "./forms.js";
import { KeptDecisions, type KeptDecision } from "./kept-decisions.js";
import { PackedRecords } from "./packed-records.js";
import { Waits, type StrategyWaits } from "./waits.js";
import { isHeldAlone, writtenOf, type Kept, type Written } from "./written.js";

/** An intent and the trade that it became. */
interface Filled {
  readonly intent: Intent;
  readonly trade: Trade;
}

const OPTIONS = members({ mostHolds: number.optional(), everyView: flag.optional() });

/** Holds that are kept each for itself, at most: about half a kilobyte each. */
const MOST_HOLDS = 100_000;

/**
 * The journal of a run that lives in memory, such as a backtest: holds that repeat themselves are
 * counted, equity is columns of numbers, and what a strategy saw is kept where it decided something
 * else than to hold, or failed. `saveColumns` writes it into a folder, where every reader of journals reads it.
 *
 * It takes what the one engine gives it and checks nothing: records are made by the program.
 */
export class ColumnJournal implements JournalWriter {
  /** Strategies' ticks by what came of them. */
  readonly ticks: Record<StrategyTick["status"], number> = { decided: 0, "warming-up": 0, failed: 0 };
  readonly equityCurve = new EquityColumns();
  readonly notes: Note[] = [];
  /** In the order in which it was written; of what is packed the form. */
  readonly #kept: (Kept | Member)[] = [];
  readonly #packed = new PackedRecords();
  readonly #fills: Filled[] = [];
  readonly #decisions: KeptDecisions;
  readonly #waits = new Waits();
  readonly #intents = new Map<string, Intent>();
  #run: RunRecord | null = null;
  #ending: (RunEnding & { readonly at: number }) | null = null;
  #lastDecision = 0;
  /** Ticks that left nothing behind. */
  #silent = 0;

  readonly #everyView: boolean;
  readonly #most: number;

  /**
   * @param options.mostHolds how many holds with a reason of their own are kept; beyond it one that
   *   follows a hold is counted with that, whatever it says, and so many ticks that decided nothing. Default 100,000
   * @param options.everyView whether what a strategy saw is kept of every tick, holds too, as live: some kilobytes each.
   *   For runs that are to be compared with others. Default false
   * @throws ArgumentError for options of another kind
   */
  constructor(options: { readonly mostHolds?: number; readonly everyView?: boolean } = {}) {
    checkArguments("ColumnJournal", OPTIONS, options);
    const { mostHolds = MOST_HOLDS, everyView = false } = options;
    this.#decisions = new KeptDecisions(everyView ? Infinity : mostHolds);
    this.#everyView = everyView;
    this.#most = mostHolds;
  }

  get run(): RunRecord | null {
    return this.#run;
  }

  get ending(): (RunEnding & { readonly at: number }) | null {
    return this.#ending;
  }

  /** Decisions by kind, every hold counted. */
  get decisionCounts(): KeptDecisions["counts"] {
    return this.#decisions.counts;
  }

  /** How many holds were counted with another one that says something else (`mostHolds`). */
  get droppedHolds(): number {
    return this.#decisions.dropped;
  }

  /** In the order in which they were made. */
  get decisions(): KeptDecision[] {
    return this.#decisions.list();
  }

  /** How a strategy waited for its bars. */
  waitsOf(strategy: string): StrategyWaits {
    return this.#waits.of(strategy);
  }

  intent(id: string): Intent | undefined {
    return this.#intents.get(id);
  }

  /** Everything that is kept, equity apart, in the order in which it was written; each made when it is asked for. */
  *eachWritten(): Iterable<Written> {
    for (const one of this.#eachUnpacked()) yield writtenOf(one);
  }

  /** How many those are. */
  get writtenCount(): number {
    return this.#kept.length;
  }

  /** Every step of every intent, oldest first. A fill is one to `FILLED`, with its trade. */
  get steps(): readonly IntentStep[] {
    return this.#unpacked().filter((one) => "intent" in one);
  }

  /** Every trade of an intent, oldest first. */
  get fills(): readonly Filled[] {
    return this.#fills;
  }

  /** What became of decisions, oldest first: fills, refusals, cuts, rejections. */
  get outcomes(): readonly (Outcome & { readonly strategy: string })[] {
    const outcomes: (Outcome & { readonly strategy: string })[] = [];
    this.#visit(this.#unpacked(), (outcome, strategy) => outcomes.push({ ...outcome, strategy }));
    return outcomes;
  }

  /** Visits the same but fills, without an object for each. */
  eachRefusal(visit: (outcome: Outcome, strategy: string) => void): void {
    this.#visit(this.#kept, (outcome, strategy) => {
      if (outcome.status !== "filled") visit(outcome, strategy);
    });
  }

  #unpacked(): Kept[] {
    return [...this.#eachUnpacked()];
  }

  *#eachUnpacked(): Iterable<Kept> {
    const reader = this.#packed.reader();
    // Only ticks and steps are packed.
    for (const one of this.#kept) yield one instanceof Member ? (reader.read(one) as TickRecord | IntentStep) : one;
  }

  #visit(kept: readonly (Kept | Member)[], visit: (outcome: Outcome, strategy: string) => void): void {
    for (const one of kept) {
      // What is packed has no other outcome than a fill's.
      if (one instanceof Member) continue;
      if ("strategies" in one) {
        for (const { strategy, outcomes } of one.strategies) for (const outcome of outcomes) visit(outcome, strategy);
      } else if ("intent" in one) {
        if (one.outcome !== undefined) visit(one.outcome, this.#intentOf(one.intent).strategy);
      } else if ("preparation" in one) {
        for (const { strategy, ...outcome } of one.preparation.outcomes) visit(outcome, strategy);
      }
    }
  }

  #intentOf(id: string): Intent {
    return this.#intents.get(id) ?? refuse(`Intent ${id} is not in the journal`);
  }

  knowsIntent(id: string): boolean {
    return this.#intents.has(id);
  }

  nextDecision(): number {
    return ++this.#lastDecision;
  }

  begin(run: RunRecord): void {
    if (this.#run !== null) refuse(`Run ${run.id} is the second one of a journal that keeps one`);
    this.#run = run;
  }

  tick(tick: TickRecord): void {
    const { at, bars, strategies } = tick;
    const keeps = strategies.map((one) => this.#takeIn(at, one));
    // The list itself where it can be: one that grows has room for many more.
    const kept = keeps.includes(false) ? strategies.filter((_one, i) => keeps[i]) : strategies;
    if (kept.length > 0) this.#keep(kept === strategies ? tick : { at, strategies: kept, bars });
  }

  #keep(tick: TickRecord): void {
    const { newest } = this.#decisions;
    const [one] = tick.strategies;
    if (one !== undefined && newest?.seq === one.decisions[0]?.seq && newest !== undefined && isHeldAlone(tick))
      this.#kept.push({ held: newest, due: one.due });
    else this.#kept.push(tick.strategies.every(({ outcomes }) => outcomes.length === 0) ? this.#pack(tick) : tick);
  }

  /** Whether it is to be kept. */
  #takeIn(at: number, one: StrategyTick): boolean {
    this.ticks[one.status]++;
    if (one.status === "warming-up") this.#waits.waited(at, one.strategy);
    else this.#waits.ready(at, one.strategy);
    for (const intent of one.intents) this.#intents.set(intent.id, intent);
    return (this.#decisions.decided(at, one.strategy, one.decisions) && this.#isWorthKeeping(one)) || this.#everyView;
  }

  /** A guard that looks every minute and does nothing is a million ticks in two years: they are counted, and the first ones kept. */
  #isWorthKeeping({ status, decisions, state, intents, outcomes, verdicts }: StrategyTick): boolean {
    const silent =
      decisions.length + intents.length + outcomes.length + verdicts.length === 0 &&
      state === undefined &&
      status !== "failed";
    return !silent || ++this.#silent <= this.#most;
  }

  /** What a strategy saw is kept where something may be asked about it: a trade's why, a failure's. */
  keepsView({ status, decisions }: Pick<StrategyTick, "status" | "decisions">): boolean {
    return this.#everyView || status === "failed" || decisions.some(({ decision }) => decision.kind !== "hold");
  }

  heldAgain(at: number, strategy: string): boolean {
    if (this.#everyView || !this.#decisions.again(at, strategy, this.#lastDecision + 1)) return false;
    this.#lastDecision++;
    this.ticks.decided++;
    return true;
  }

  prepare(preparation: Preparation): void {
    const { at, decisions, intents } = preparation;
    for (const { strategy, ...decision } of decisions) this.#decisions.aside(at, strategy, decision);
    for (const intent of intents) this.#intents.set(intent.id, intent);
    this.#kept.push({ kind: "preparation", preparation });
  }

  step(step: IntentStep): void {
    const { to, trade } = step;
    const intent = this.#intentOf(step.intent);
    if (to === "FILLED" && trade !== undefined) this.#fills.push({ intent, trade });
    this.#kept.push(to === "SENT" || to === "FILLED" ? this.#pack(step) : step);
  }

  #pack<T extends TickRecord | IntentStep>(record: T): T | Member {
    return this.#packed.pack(record) ?? record;
  }

  adjust(at: number, entries: readonly BookEntry[]): void {
    this.#kept.push({ kind: "adjustment", at, entries });
  }

  foreignTrades(at: number, trades: readonly Trade[]): void {
    if (trades.length > 0) this.#kept.push({ kind: "foreign", at, trades });
  }

  equity({ at, competitionId, total, books, peak = null }: EquityPoint): void {
    const point = Float64Array.of(at, total, ...Object.values(books));
    this.equityCurve.push(competitionId, this.#names(competitionId, books), point, peak);
  }

  equityOf(competitionId: string, names: readonly string[], point: Float64Array, peak: number | null): void {
    this.equityCurve.push(competitionId, names, point, peak);
  }

  note(note: Note): void {
    this.notes.push(note);
    this.#kept.push({ kind: "note", note });
  }

  end(at: number, ending: RunEnding): void {
    this.#ending = { at, ...ending };
  }

  /** The same list for the same names of a competition: by that the columns know them. */
  #names(competitionId: string, books: EquityPoint["books"]): readonly string[] {
    const names = Object.keys(books);
    if (competitionId !== this.equityCurve.competitionId) return names;
    const known = this.equityCurve.names;
    return names.length === known.length && names.every((name, i) => name === known[i]) ? known : names;
  }
}
