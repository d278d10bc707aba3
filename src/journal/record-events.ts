import type { EngineEvent, EventHead } from "../model/event.js";
import type { Intent } from "../model/intent.js";
import type {
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
} from "../model/journal.js";
import type { ModeChange } from "../model/mode.js";
import type { Trade } from "../model/trade.js";
import { Holds, type Repeated } from "./holds.js";
import {
  bookChanged,
  decisionMade,
  equityNoted,
  foreignTrade,
  holdRepeated,
  intentMoved,
  intentPrepared,
  modeChanged,
  noted,
  outcomeKnown,
  runEnded,
  runStarted,
  tickDecided,
  tradeMade,
  verdictGiven,
} from "./make-event.js";

type Make = (head: EventHead) => EngineEvent;

/** What a journal in memory knows of what it was given before. */
interface Known {
  intent(id: string): Intent;
  /** Whose decision it is, by its number. */
  strategyOf(decision: number): string | null;
}

/**
 * Numbers the events of a journal in memory in the order of its records, as the one on disk does, and makes them while
 * there is a tap. Each method is called once a record is taken in, and gives the number of the record's first event.
 */
export class RecordEvents {
  readonly #known: Known;
  readonly #holds = new Holds();
  #tap: EventTap | null = null;
  #run: string | null = null;
  #last = 0;

  constructor(known: Known) {
    this.#known = known;
  }

  listen(tap: EventTap | null): void {
    this.#tap = tap;
    this.#holds.forget();
  }

  begin(run: RunRecord): number {
    const { id, startedAt, rehearsal = false, backtest = null } = run;
    this.#run = id;
    this.#holds.forget();
    return this.#add(startedAt, [
      (head) => runStarted(head, { ...run, rehearsal, backtest }),
      (head) => modeChanged(head, { mode: "connecting", held: null }),
    ]);
  }

  /** The number of each strategy's first event. */
  tick({ at, strategies }: TickRecord): number[] {
    return strategies.map((one) => this.#strategy(at, one));
  }

  /** A hold was counted. @param counted where it was */
  hold(at: number, strategy: string, counted: Repeated): number {
    const seq = ++this.#last;
    if (this.#tap !== null) {
      const { seq: decision, count } = this.#holds.again(strategy) ?? counted;
      this.#tap(holdRepeated({ seq, at, run: this.#run }, strategy, decision, count));
    }
    return seq;
  }

  prepare({ at, decisions, verdicts, intents, outcomes }: Preparation): number {
    for (const { strategy } of decisions) this.#holds.interrupt(strategy);
    return this.#add(at, [
      ...decisions.map(
        ({ strategy, ...decision }): Make =>
          (head) =>
            decisionMade(head, strategy, decision),
      ),
      ...verdicts.map(
        (verdict): Make =>
          (head) =>
            verdictGiven(head, this.#known.strategyOf(verdict.decision), verdict),
      ),
      ...intents.map(prepared),
      ...outcomes.map(
        ({ strategy, ...outcome }): Make =>
          (head) =>
            outcomeKnown(head, strategy, outcome),
      ),
    ]);
  }

  step(step: IntentStep): number {
    const { at, trade, entries = [], outcome } = step;
    const intent = this.#known.intent(step.intent);
    const makes: Make[] = [(head) => intentMoved(head, intent, step)];
    if (trade !== undefined) makes.push((head) => tradeMade(head, intent.strategy, intent.id, trade));
    for (const entry of entries) makes.push((head) => bookChanged(head, entry, intent.id));
    if (outcome !== undefined) makes.push((head) => outcomeKnown(head, intent.strategy, outcome));
    return this.#add(at, makes);
  }

  adjust(at: number, entries: readonly BookEntry[]): number {
    const makes = entries.map(
      (entry): Make =>
        (head) =>
          bookChanged(head, entry, null),
    );
    return this.#add(at, makes);
  }

  foreignTrades(at: number, trades: readonly Trade[]): number {
    const makes = trades.map(
      (trade): Make =>
        (head) =>
          foreignTrade(head, trade),
    );
    return this.#add(at, makes);
  }

  equity(point: EquityPoint): number {
    const seq = ++this.#last;
    this.#tap?.(equityNoted({ seq, at: point.at, run: this.#run }, point));
    return seq;
  }

  note(note: Note): number {
    return this.#add(note.at, [(head) => noted(head, note)]);
  }

  mode(change: ModeChange): number {
    return this.#add(change.at, [(head) => modeChanged(head, change)]);
  }

  end(at: number, { exitCode, text }: RunEnding): number {
    const first = this.#add(at, [
      (head) => modeChanged(head, { mode: "ended", held: null }),
      (head) => runEnded(head, exitCode, text),
    ]);
    this.#run = null;
    return first;
  }

  #strategy(at: number, one: StrategyTick): number {
    const { strategy, intents, outcomes } = one;
    if (this.#tap === null) return this.#skip(1 + intents.length + outcomes.length);
    const repeated = this.#holds.repeated(one);
    const decided: Make =
      repeated === null
        ? (head) => tickDecided(head, one)
        : (head) => holdRepeated(head, strategy, repeated.seq, repeated.count);
    const came = outcomes.map(
      (outcome): Make =>
        (head) =>
          outcomeKnown(head, strategy, outcome),
    );
    return this.#add(at, [decided, ...intents.map(prepared), ...came]);
  }

  #add(at: number, makes: readonly Make[]): number {
    const first = this.#skip(makes.length);
    makes.forEach((make, i) => this.#tap?.(make({ seq: first + i, at, run: this.#run })));
    return first;
  }

  /** Gives the first of so many numbers. */
  #skip(count: number): number {
    const first = this.#last + 1;
    this.#last += count;
    return first;
  }
}

const prepared =
  (intent: Intent): Make =>
  (head) =>
    intentPrepared(head, intent);
