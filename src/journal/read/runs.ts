import type { JsonObject, JsonValue } from "../../core/json.js";
import type { RunBacktest, RunBars, RunEnding, RunSchedule } from "../../model/journal.js";
import type { Database } from "../database.js";
import type { Row } from "../row.js";
import { byNumber, filtered, type Filter } from "./filter.js";

/** A strategy as a run used it. */
export interface RunStrategyRow {
  readonly name: string;
  /** Fingerprint of source and params. */
  readonly version: string;
  readonly file: string;
  readonly params: JsonValue;
  readonly allocation: number;
  /** When it was due; null where the journal does not say, as of runs that an earlier version began. */
  readonly schedule: RunSchedule | null;
  /** The bars that it looked at; null where the journal does not say, as of runs that an earlier version began. */
  readonly bars: readonly RunBars[] | null;
}

export interface RunRow {
  readonly number: number;
  readonly id: string;
  readonly startedAt: number;
  /** Contender's version. */
  readonly version: string;
  readonly seed: string;
  readonly config: JsonObject;
  readonly strategies: readonly RunStrategyRow[];
  /** Whether its venue ended with it (the embedded sandbox, a dry run, a backtest): nothing of it is the team's. */
  readonly rehearsal: boolean;
  /** What it ran on; null where it is no backtest. */
  readonly backtest: RunBacktest | null;
  /** Null while it runs, and for one that was killed. */
  readonly ending: (RunEnding & { readonly at: number }) | null;
  /** When it last wrote something, epoch milliseconds: its end, or the last tick, note or equity point. */
  readonly lastAt: number;
  /** Whether a later run has begun: one process holds a journal, so this one is over. */
  readonly followed: boolean;
}

/** A run without an end may still be going on: it counts for all time after its start. */
const SOURCE = {
  select: "SELECT * FROM runs",
  ...{ number: "number", run: "number", from: "started_at", to: "coalesce(ended_at, 9e15)", strategy: null },
};

const LAST_WRITTEN = `
  SELECT max(at) AS value FROM (
    SELECT max(at) AS at FROM ticks WHERE run = :run UNION ALL SELECT max(at) FROM notes WHERE run = :run
    UNION ALL SELECT max(at) FROM equity WHERE run = :run)`;

export function runs(db: Database, filter: Filter): RunRow[] {
  return filtered(db, SOURCE, filter).map((row) => runOf(db, row));
}

export function runByNumber(db: Database, number: number): RunRow {
  return runOf(db, byNumber(db, SOURCE, number));
}

/** The run of an id, or undefined. */
export function runById(db: Database, id: string): RunRow | undefined {
  return runs(db, { run: id })[0];
}

function runOf(db: Database, row: Row): RunRow {
  const number = row.number("number");
  const endedAt = row.numberOrNull("ended_at");
  return {
    number,
    id: row.text("id"),
    startedAt: row.number("started_at"),
    version: row.text("version"),
    seed: row.text("seed"),
    config: row.json("config") as JsonObject,
    strategies: strategiesOf(db, number),
    rehearsal: row.flag("rehearsal"),
    backtest: row.jsonOrNull("backtest") as RunBacktest | null,
    ending: endedAt === null ? null : { at: endedAt, exitCode: row.number("exit_code"), text: row.text("ending") },
    lastAt: endedAt ?? lastWritten(db, number) ?? row.number("started_at"),
    followed: db.statement("SELECT 1 FROM runs WHERE number > :number LIMIT 1").get({ number }) !== undefined,
  };
}

function lastWritten(db: Database, run: number): number | null {
  return db.statement(LAST_WRITTEN).get({ run })?.numberOrNull("value") ?? null;
}

/** In the order of config. */
function strategiesOf(db: Database, run: number): RunStrategyRow[] {
  const rows = db.statement("SELECT * FROM run_strategies WHERE run = :run ORDER BY position").all({ run });
  return rows.map((row) => ({
    name: row.text("name"),
    version: row.text("version"),
    file: row.text("file"),
    params: row.json("params") as JsonValue,
    allocation: row.number("allocation"),
    schedule: row.jsonOrNull("schedule") as RunSchedule | null,
    bars: row.jsonOrNull("bars") as readonly RunBars[] | null,
  }));
}
