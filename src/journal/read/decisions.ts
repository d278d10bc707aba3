import type { Decision } from "../../model/decision.js";
import type { VerdictRecord } from "../../model/journal.js";
import type { Database } from "../database.js";
import type { Row } from "../row.js";
import { byNumber, filtered, type Filter } from "./filter.js";

export interface DecisionRow {
  /** The decision's number in the journal. */
  readonly number: number;
  /** Id of the run; null outside one. */
  readonly run: string | null;
  readonly strategy: string;
  readonly at: number;
  /** How often it was decided in a row: above 1 only for holds. */
  readonly count: number;
  /** When for the last time. */
  readonly lastAt: number;
  readonly decision: Decision;
  /** Made outside a tick: the daily minimum, a swap by hand. */
  readonly aside: boolean;
}

export interface VerdictRow extends VerdictRecord {
  readonly number: number;
  readonly run: string | null;
  readonly strategy: string;
  readonly at: number;
}

const DECISIONS = {
  select: "SELECT d.*, r.id AS run_id FROM decisions d LEFT JOIN runs r ON r.number = d.run",
  ...{ number: "d.seq", run: "d.run", from: "d.at", to: "d.last_at", strategy: "d.strategy" },
};
const VERDICTS = {
  select:
    "SELECT v.*, d.strategy, r.id AS run_id FROM verdicts v " +
    "JOIN decisions d ON d.seq = v.decision LEFT JOIN runs r ON r.number = v.run",
  ...{ number: "v.id", run: "v.run", from: "v.at", to: "v.at", strategy: "d.strategy" },
};

export function decisions(db: Database, filter: Filter): DecisionRow[] {
  return filtered(db, DECISIONS, filter).map(decisionOf);
}

export function verdicts(db: Database, filter: Filter): VerdictRow[] {
  return filtered(db, VERDICTS, filter).map(verdictOf);
}

export function decisionByNumber(db: Database, number: number): DecisionRow {
  return decisionOf(byNumber(db, DECISIONS, number));
}

/** What a strategy decided at a tick of its own. */
export function decisionsAt(db: Database, strategyTick: number): DecisionRow[] {
  const rows = db.statement(`${DECISIONS.select} WHERE d.strategy_tick = :strategyTick ORDER BY d.seq`);
  return rows.all({ strategyTick }).map(decisionOf);
}

export function verdictByNumber(db: Database, number: number): VerdictRow {
  return verdictOf(byNumber(db, VERDICTS, number));
}

/** What risk said of it at that tick. */
export function verdictsAt(db: Database, strategyTick: number): VerdictRow[] {
  const rows = db.statement(`${VERDICTS.select} WHERE v.strategy_tick = :strategyTick ORDER BY v.id`);
  return rows.all({ strategyTick }).map(verdictOf);
}

export function verdictsOf(db: Database, decision: number): VerdictRow[] {
  return db.statement(`${VERDICTS.select} WHERE v.decision = :decision ORDER BY v.id`).all({ decision }).map(verdictOf);
}

function decisionOf(row: Row): DecisionRow {
  return {
    number: row.number("seq"),
    run: row.textOrNull("run_id"),
    strategy: row.text("strategy"),
    at: row.number("at"),
    count: row.number("count"),
    lastAt: row.number("last_at"),
    decision: row.json("decision") as Decision,
    aside: row.isNull("strategy_tick"),
  };
}

function verdictOf(row: Row): VerdictRow {
  return {
    number: row.number("id"),
    run: row.textOrNull("run_id"),
    strategy: row.text("strategy"),
    at: row.number("at"),
    decision: row.number("decision"),
    intent: row.textOrNull("intent"),
    control: row.text("control"),
    verdict: row.one("verdict", ["approved", "cut", "refused"]),
    code: row.text("code"),
    reason: row.text("reason"),
  };
}
