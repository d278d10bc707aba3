import type { JsonValue } from "../core/json.js";
import type { EquityPoint } from "../model/journal.js";
import type { Recovered } from "../model/recovered.js";
import type { TargetDecision } from "../model/decision.js";
import type { Outcome } from "../model/outcome.js";
import type { Database } from "./database.js";
import { seenPrices } from "./last-prices.js";
import { storedIntentOf } from "./read/intent-row.js";
import { tradeOf } from "./read/trades.js";
import { EQUITY_POINTS, recoveredFrom, type Facts, type KnownTrade } from "./recovered.js";
import type { Row } from "./row.js";

const HOLDINGS = "SELECT * FROM books WHERE competition = :competition";
const REHEARSALS = "SELECT number FROM runs WHERE rehearsal";
const OPEN = `
  SELECT * FROM intents WHERE (run IS NULL OR run NOT IN (${REHEARSALS}))
     AND (state IN ('PREPARED', 'SENT', 'UNKNOWN') OR (state = 'CONFLICT' AND competition = :competition))
  ORDER BY number`;
const CONFLICTS_ELSEWHERE = `
  SELECT * FROM intents WHERE (run IS NULL OR run NOT IN (${REHEARSALS}))
     AND state = 'CONFLICT' AND competition <> :competition
  ORDER BY number`;
const OPENED = "SELECT competition FROM book_entries GROUP BY competition ORDER BY min(id)";
const NOT_EXECUTED = `
  SELECT * FROM intents WHERE (run IS NULL OR run NOT IN (${REHEARSALS})) AND state = 'NOT_EXECUTED' ORDER BY number`;
const WAITING_TARGETS = `
  SELECT seq, strategy, at, decision FROM decisions
  WHERE kind = 'target'
    AND run = (SELECT max(number) FROM runs WHERE NOT rehearsal AND EXISTS (SELECT 1 FROM ticks WHERE run = runs.number))
    AND NOT EXISTS (SELECT 1 FROM verdicts WHERE verdicts.decision = seq)
    AND NOT EXISTS (SELECT 1 FROM intents WHERE intents.decision = seq)
    AND NOT EXISTS (SELECT 1 FROM outcomes WHERE outcomes.decision = seq)
  ORDER BY seq`;
// Whoever changes an allocation transfers between books: the last run that had them, and wrote more than what became of a
// trade, knows them all. A trade of an earlier run is entered before the competition is joined too.
const LAST_RUN = `
  SELECT run FROM book_entries WHERE competition = :competition AND run IS NOT NULL AND transition IS NULL
  ORDER BY id DESC LIMIT 1`;
const ALLOCATIONS = "SELECT name, allocation FROM run_strategies WHERE run = :run ORDER BY position";
const OUTCOMES = `
  SELECT strategy, outcome FROM outcomes WHERE strategy_tick IS NULL
     AND decision NOT IN (SELECT seq FROM decisions WHERE run IN (${REHEARSALS}))
  ORDER BY id`;
const TRADES = `
  SELECT trades.id, trades.at, trades.reason, intents.marker
  FROM trades LEFT JOIN intents ON intents.id = trades.intent
  WHERE trades.competition = :competition ORDER BY trades.number`;
const TRADES_BEFORE = `
  SELECT trades.id, trades.at, trades.reason, intents.marker
  FROM trades JOIN intents ON intents.id = trades.intent
  WHERE trades.competition = (
    SELECT trades.competition FROM trades JOIN intents ON intents.id = trades.intent
    WHERE trades.competition <> :competition AND (intents.run IS NULL OR intents.run NOT IN (${REHEARSALS}))
    ORDER BY trades.number DESC LIMIT 1)`;
const STRAYS = `
  SELECT trades.* FROM trades LEFT JOIN intents ON intents.id = trades.intent
  WHERE trades.competition = :competition AND (trades.intent IS NULL OR intents.state <> 'FILLED') ORDER BY trades.number`;
// By the trade's competition: one that was sent as its own ended may have been made in the next.
const FILLS = `
  SELECT intents.id, intents.parent, intents.from_token, intents.to_token, intents.state_at, min(trades.at) AS at
  FROM trades JOIN intents ON intents.id = trades.intent
  WHERE trades.competition = :competition AND intents.state = 'FILLED' GROUP BY intents.number ORDER BY intents.number`;
const PEAK = "SELECT max(peak) AS peak FROM equity WHERE competition = :competition";
const EQUITY = `SELECT at, total, books FROM equity WHERE competition = :competition ORDER BY id DESC LIMIT ${EQUITY_POINTS}`;

/** What the database knows of a competition. Call it within one snapshot. */
export function recoverFrom(db: Database, competition: string): Recovered {
  const rows = (sql: string): Row[] => db.statement(sql).all({ competition });
  const facts: Facts = {
    holdings: rows(HOLDINGS).map((row) => ({
      book: row.text("book"),
      token: row.text("token"),
      amount: row.decimal("amount"),
      averageCost: row.numberOrNull("average_cost"),
    })),
    allocations: allocationsOf(db, competition),
    open: rows(OPEN).map((row) => storedIntentOf(db, row)),
    conflictsElsewhere: rows(CONFLICTS_ELSEWHERE).map((row) => storedIntentOf(db, row)),
    opened: rows(OPENED).map((row) => row.text("competition")),
    waitingTargets: rows(WAITING_TARGETS).map((row) => ({
      seq: row.number("seq"),
      strategy: row.text("strategy"),
      at: row.number("at"),
      decision: row.json("decision") as TargetDecision,
    })),
    notExecuted: rows(NOT_EXECUTED).map((row) => storedIntentOf(db, row)),
    states: rows("SELECT strategy, state FROM states").map((row) => [
      row.text("strategy"),
      row.json("state") as JsonValue,
    ]),
    outcomes: rows(OUTCOMES).map((row) => ({
      strategy: row.text("strategy"),
      outcome: row.json("outcome") as Outcome,
    })),
    trades: rows(TRADES).map(knownTradeOf),
    tradesBefore: rows(TRADES_BEFORE).map(knownTradeOf),
    strays: rows(STRAYS).map(tradeOf),
    fills: rows(FILLS).map((row) => ({
      intent: row.text("id"),
      parent: row.textOrNull("parent"),
      from: row.text("from_token"),
      to: row.text("to_token"),
      at: row.number("at"),
      knownAt: row.number("state_at"),
    })),
    prices: seenPrices(db),
    peakEquity: rows(PEAK)[0]?.numberOrNull("peak") ?? null,
    equity: rows(EQUITY)
      .reverse()
      .map((row) => equityOf(row, competition)),
  };
  return recoveredFrom(facts);
}

function knownTradeOf(row: Row): KnownTrade {
  const marker = row.textOrNull("marker");
  return { id: row.text("id"), at: row.number("at"), reason: row.textOrNull("reason"), marker };
}

function allocationsOf(db: Database, competition: string): Facts["allocations"] {
  const last = db.statement(LAST_RUN).get({ competition });
  if (last === undefined) return null;
  const rows = db.statement(ALLOCATIONS).all({ run: last.number("run") });
  return rows.map((row) => [row.text("name"), row.number("allocation")]);
}

function equityOf(row: Row, competitionId: string): EquityPoint {
  const books = row.json("books") as EquityPoint["books"];
  return { at: row.number("at"), competitionId, total: row.number("total"), books };
}
