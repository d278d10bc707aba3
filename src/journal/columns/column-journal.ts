import { checkArguments, members } from "../../core/arguments.js";
import { flag, number } from "../../core/kinds.js";
import type { Intent } from "../../model/intent.js";
import type {
  BookEntry,
  EquityPoint,
  EventTap,
  IntentStep,
  JournalWriter,
  Note,
  Preparation,
  RunEnding,
  RunRecord,
  StrategyTick,
  TickRecord,
} from "../../model/journal.js";
import type { ModeChange } from "../../model/mode.js";
import type { Outcome } from "../../model/outcome.js";
import type { Trade } from "../../model/trade.js";
import { refuse } from "../checks.js";
import { RecordEvents } from "../record-events.js";
import { EquityColumns } from "./equity-columns.js";
import { KeptDecisions, type KeptDecision } from "./kept-decisions.js";
import { Waits, type StrategyWaits } from "./waits.js";
import type { Written } from "./written.js";

/** An intent and the trade that it became. */
interface Filled {
  readonly intent: Intent;
  readonly trade: Trade;
}

const OPTIONS = members({ mostHolds: number.optional(), everyView: flag.optional() });

/** Holds that are kept each for itself, at most: about a kilobyte each. */
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
  readonly #written: Written[] = [];
  readonly #fills: Filled[] = [];
  readonly #decisions: KeptDecisions;
  readonly #waits = new Waits();
  readonly #intents = new Map<string, Intent>();
  readonly #events = new RecordEvents({
    intent: (id) => this.#intentOf(id),
    strategyOf: (decision) => this.#decisions.strategyOf(decision),
  });
  #run: RunRecord | null = null;
  #ending: (RunEnding & { readonly at: number }) | null = null;
  #endSeq = 0;
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

  /** The number of the first event of its end; 0 before it. */
  get endSeq(): number {
    return this.#endSeq;
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

  /** Everything that is kept, equity apart, in the order in which it was written. */
  get written(): readonly Written[] {
    return this.#written;
  }

  /** Every step of every intent, oldest first. A fill is one to `FILLED`, with its trade. */
  get steps(): readonly IntentStep[] {
    return this.#written.flatMap((one) => (one.kind === "step" ? [one.step] : []));
  }

  /** Every trade of an intent, oldest first. */
  get fills(): readonly Filled[] {
    return this.#fills;
  }

  /** What became of decisions, oldest first: fills, refusals, cuts, rejections. */
  get outcomes(): readonly (Outcome & { readonly strategy: string })[] {
    return this.#written.flatMap((one) => this.#outcomesOf(one));
  }

  #outcomesOf(one: Written): readonly (Outcome & { readonly strategy: string })[] {
    switch (one.kind) {
      case "tick":
        return one.tick.strategies.flatMap(({ strategy, outcomes }) =>
          outcomes.map((outcome) => ({ ...outcome, strategy })),
        );
      case "step": {
        const { intent, outcome } = one.step;
        return outcome === undefined ? [] : [{ ...outcome, strategy: this.#intentOf(intent).strategy }];
      }
      case "preparation":
        return one.preparation.outcomes;
      default:
        return [];
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
    this.#events.begin(run);
  }

  tick(tick: TickRecord): void {
    const keeps = tick.strategies.map((one) => this.#takeIn(tick.at, one));
    const seqs = this.#events.tick(tick).filter((_seq, i) => keeps[i]);
    const strategies = tick.strategies.filter((_one, i) => keeps[i]);
    if (strategies.length > 0) this.#written.push({ kind: "tick", tick: { ...tick, strategies }, seqs });
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
    if (this.#everyView) return status !== "warming-up";
    return status === "failed" || decisions.some(({ decision }) => decision.kind !== "hold");
  }

  countHold(at: number, strategy: string): boolean {
    const counted = this.#everyView ? null : this.#decisions.again(at, strategy, this.#lastDecision + 1);
    if (counted === null) return false;
    this.#lastDecision++;
    this.ticks.decided++;
    this.#events.hold(at, strategy, counted);
    return true;
  }

  prepare(preparation: Preparation): void {
    const { at, decisions, intents } = preparation;
    for (const { strategy, ...decision } of decisions) this.#decisions.aside(at, strategy, decision);
    for (const intent of intents) this.#intents.set(intent.id, intent);
    this.#written.push({ kind: "preparation", seq: this.#events.prepare(preparation), preparation });
  }

  step(step: IntentStep): void {
    const { to, trade } = step;
    const intent = this.#intentOf(step.intent);
    if (to === "FILLED" && trade !== undefined) this.#fills.push({ intent, trade });
    this.#written.push({ kind: "step", seq: this.#events.step(step), step });
  }

  adjust(at: number, entries: readonly BookEntry[]): void {
    this.#written.push({ kind: "adjustment", seq: this.#events.adjust(at, entries), at, entries });
  }

  foreignTrades(at: number, trades: readonly Trade[]): void {
    const seq = this.#events.foreignTrades(at, trades);
    if (trades.length > 0) this.#written.push({ kind: "foreign", seq, at, trades });
  }

  equity(point: EquityPoint): void {
    this.equityCurve.push(point, this.#events.equity(point));
  }

  note(note: Note): void {
    this.notes.push(note);
    this.#written.push({ kind: "note", seq: this.#events.note(note), note });
  }

  mode(change: ModeChange): void {
    this.#written.push({ kind: "mode", seq: this.#events.mode(change), change });
  }

  end(at: number, ending: RunEnding): void {
    this.#ending = { at, ...ending };
    this.#endSeq = this.#events.end(at, ending);
  }

  listen(tap: EventTap | null): void {
    this.#events.listen(tap);
  }
}
