import type { RunEnding, RunRecord } from "../../model/journal.js";
import { canonicalJson } from "../../core/json.js";
import { Json, jsonOrNull } from "../bind.js";
import type { Database, Statement } from "../database.js";
import type { EventWriter } from "./events.js";
import { ModeWriter } from "./modes.js";

/** Writes when runs begin and end. */
export class RunWriter {
  readonly #run: Statement;
  readonly #strategy: Statement;
  readonly #end: Statement;
  readonly #events: EventWriter;
  readonly #modes: ModeWriter;

  constructor(db: Database, events: EventWriter) {
    this.#events = events;
    this.#modes = new ModeWriter(db, events);
    this.#run = db.insert("runs", ["id", "started_at", "version", "seed", "config", "rehearsal", "backtest"]);
    this.#strategy = db.insert("run_strategies", [
      ...["run", "position", "name", "version", "file", "params", "allocation", "schedule", "bars"],
    ]);
    this.#end = db.statement("UPDATE runs SET ended_at = :at, exit_code = :code, ending = :text WHERE number = :run");
  }

  /** Gives the number of the run. */
  begin({ id, startedAt, version, seed, config, strategies, rehearsal = false, backtest }: RunRecord): number {
    const run = this.#run.run({
      ...{ id, started_at: startedAt, version, seed, config: new Json(config), rehearsal },
      backtest: backtest === undefined ? null : new Json(backtest, canonicalJson),
    });
    strategies.forEach((strategy, position) => {
      const { name, version, file, allocation } = strategy;
      const [params, schedule] = [new Json(strategy.params), new Json(strategy.schedule, canonicalJson)];
      const bars = jsonOrNull(strategy.bars);
      this.#strategy.run({ run, position, name, version, file, params, allocation, schedule, bars });
    });
    this.#events.add({ run, at: startedAt }, "run-started", run);
    this.#modes.write(run, { at: startedAt, mode: "connecting", held: null });
    return run;
  }

  end(run: number, at: number, { exitCode, text }: RunEnding): void {
    this.#end.run({ run, at, code: exitCode, text });
    this.#modes.write(run, { at, mode: "ended", held: null });
    this.#events.add({ run, at }, "run-ended", run);
  }
}
