import type { DecisionRecord, VerdictRecord } from "../../model/journal.js";
import { Json } from "../bind.js";
import type { Database, Statement } from "../database.js";
import type { EventWriter, Occasion } from "./events.js";

/** Writes decisions and what risk said of them. */
export class DecisionWriter {
  readonly #decision: Statement;
  readonly #again: Statement;
  readonly #count: Statement;
  readonly #verdict: Statement;
  readonly #events: EventWriter;

  constructor(db: Database, events: EventWriter) {
    this.#events = events;
    this.#decision = db.insert("decisions", [
      ...["seq", "run", "strategy_tick", "strategy", "at", "kind", "last_seq", "last_at", "decision"],
    ]);
    this.#again = db.statement(
      "UPDATE decisions SET count = count + 1, last_seq = :seq, last_at = :at WHERE seq = :hold",
    );
    this.#count = db.statement("UPDATE decisions SET count = :count, last_seq = :seq, last_at = :at WHERE seq = :hold");
    this.#verdict = db.insert("verdicts", [
      ...["run", "at", "decision", "strategy_tick", "intent", "control", "verdict", "code", "reason"],
    ]);
  }

  /** @param tick number of the strategy tick; null for decisions outside one */
  write(occasion: Occasion, strategy: string, tick: number | null, { seq, decision }: DecisionRecord): void {
    const { run, at } = occasion;
    const { kind } = decision;
    const last = { last_seq: seq, last_at: at };
    this.#decision.run({ seq, run, strategy_tick: tick, strategy, at, kind, ...last, decision: new Json(decision) });
    if (tick === null) this.#events.add(occasion, "decision-made", seq);
  }

  /** Counts a hold that only repeats decision `hold`. */
  again(at: number, hold: number, seq: number): void {
    this.#again.run({ at, hold, seq });
  }

  /** Hold `hold` was decided `count` times, last as `seq`. */
  counted(hold: number, count: number, seq: number, at: number): void {
    this.#count.run({ hold, count, seq, at });
  }

  /** @param tick number of the strategy tick; null for what was said outside one */
  verdict(occasion: Occasion, tick: number | null, said: VerdictRecord): void {
    const { run, at } = occasion;
    const { decision, intent, control, verdict, code, reason } = said;
    const row = { run, at, decision, strategy_tick: tick, intent, control, verdict, code, reason };
    const id = this.#verdict.run(row);
    if (tick === null) this.#events.add(occasion, "verdict-given", id);
  }
}
