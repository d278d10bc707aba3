import type { StrategyTick, TickRecord } from "../../model/journal.js";
import { Json } from "../bind.js";
import type { Database, Statement } from "../database.js";
import { Holds } from "../holds.js";
import { ViewDeltas } from "../view-delta.js";
import { BarWriter } from "./bars.js";
import { DecisionWriter } from "./decisions.js";
import type { EventWriter, Occasion } from "./events.js";
import { IntentWriter } from "./intents.js";
import { OutcomeWriter } from "./outcomes.js";

/** Writes what the strategies saw and did at an instant. */
export class TickWriter {
  readonly #views = new ViewDeltas();
  readonly #holds = new Holds();
  readonly #tick: Statement;
  readonly #strategyTick: Statement;
  readonly #state: Statement;
  readonly #bars: BarWriter;
  readonly #decisions: DecisionWriter;
  readonly #intents: IntentWriter;
  readonly #outcomes: OutcomeWriter;
  readonly #events: EventWriter;
  #rehearsal = false;

  constructor(db: Database, events: EventWriter) {
    this.#events = events;
    this.#tick = db.insert("ticks", ["run", "at"]);
    this.#strategyTick = db.insert("strategy_ticks", [
      ...["tick", "strategy", "due", "status", "whole", "view", "hold", "state", "error"],
    ]);
    this.#state = db.statement(
      "INSERT INTO states (strategy, state) VALUES (:strategy, :state) ON CONFLICT DO UPDATE SET state = excluded.state",
    );
    this.#bars = new BarWriter(db);
    this.#decisions = new DecisionWriter(db, events);
    this.#intents = new IntentWriter(db, events);
    this.#outcomes = new OutcomeWriter(db, events);
  }

  /** @param seqs numbers of the strategies' first events; empty: the next ones */
  write(run: number, { at, bars, strategies }: TickRecord, seqs: readonly number[] = []): void {
    const tick = this.#tick.run({ run, at });
    for (const series of bars) this.#bars.write(tick, series);
    strategies.forEach((strategy, i) => {
      const seq = seqs[i];
      if (seq !== undefined) this.#events.numberFrom(seq);
      this.#strategy({ run, at }, tick, strategy);
    });
  }

  #strategy(occasion: Occasion, tick: number, record: StrategyTick): void {
    const { strategy, decisions, view, status } = record;
    const hold = this.#holds.repeated(record);
    const id = this.#row(tick, record, hold?.seq ?? null);
    if (hold === null) {
      this.#events.add(occasion, "tick-decided", id);
      for (const one of decisions) this.#decisions.write(occasion, strategy, id, one);
      for (const verdict of record.verdicts) this.#decisions.verdict(occasion, id, verdict);
    } else {
      this.#events.add(occasion, "hold-repeated", id, hold.count);
      for (const { seq } of decisions) this.#decisions.again(occasion.at, hold.seq, seq);
    }
    for (const intent of record.intents) this.#intents.prepared(occasion, intent);
    // One that failed did not take in what it was shown: it is shown again.
    if (view !== null && status === "decided") this.#outcomes.shown(strategy, id, view);
    for (const outcome of record.outcomes) this.#outcomes.add(occasion, strategy, outcome);
    if (record.state !== undefined && !this.#rehearsal) this.#state.run({ strategy, state: new Json(record.state) });
  }

  #row(tick: number, { strategy, due, status, view, state, error }: StrategyTick, hold: number | null): number {
    const stored = view === null ? null : this.#views.next(strategy, view);
    return this.#strategyTick.run({
      ...{ tick, strategy, due: new Json(due), status, whole: stored?.whole ?? false },
      ...{ view: stored && new Json(stored.view), hold, error },
      state: state === undefined ? null : new Json(state),
    });
  }

  /** A run begins. The states of a rehearsal are those of its ticks alone. */
  begin(rehearsal: boolean): void {
    this.#rehearsal = rehearsal;
    this.forget();
  }

  /** A strategy decided something outside a tick. */
  interrupt(strategy: string): void {
    this.#holds.interrupt(strategy);
  }

  /** Begins anew, after a write that failed too: what is remembered may not be what was written. */
  forget(): void {
    this.#views.forget();
    this.#holds.forget();
  }
}
