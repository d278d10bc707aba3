import type { EngineEvent, EventHead, EventType } from "../../model/event.js";
import { MODES } from "../../model/mode.js";
import type { Outcome } from "../../model/outcome.js";
import type { Database } from "../database.js";
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
} from "../make-event.js";
import type { Row } from "../row.js";
import { entryByNumber, equityByNumber } from "./books.js";
import { decisionByNumber, decisionsAt, verdictByNumber, verdictsAt } from "./decisions.js";
import { byNumber } from "./filter.js";
import { intentByNumber, transitionByNumber } from "./intents.js";
import { noteByNumber } from "./notes.js";
import { runByNumber } from "./runs.js";
import { STATUSES } from "./strategy-ticks.js";
import { tradeByNumber } from "./trades.js";

const EVENTS =
  "SELECT e.*, r.id AS run_id FROM events e LEFT JOIN runs r ON r.number = e.run WHERE e.seq > :after ORDER BY e.seq";

/** The events after a number in their order, at most so many. */
export function events(db: Database, after: number, limit = Number.MAX_SAFE_INTEGER): EngineEvent[] {
  const rows = db.statement(`${EVENTS} LIMIT :limit`).all({ after, limit });
  return rows.map((row) => eventOf(db, row));
}

/** The number of the last event; 0 where there is none. */
export function lastEvent(db: Database): number {
  return db.number("SELECT coalesce(max(seq), 0) AS value FROM events");
}

function eventOf(db: Database, row: Row): EngineEvent {
  const type = row.one("type", TYPES);
  const head = { seq: row.number("seq"), at: row.number("at"), run: row.textOrNull("run_id") };
  return MAKE[type](head, db, row.number("row"), row.numberOrNull("count") ?? 1);
}

type Make = (head: EventHead, db: Database, number: number, count: number) => EngineEvent;

const note: Make = (head, db, number) => noted(head, noteByNumber(db, number));

/** How the event of each type is made of the row that it reports. */
const MAKE: Readonly<Record<EventType, Make>> = {
  "run-started": (head, db, number) => runStarted(head, runByNumber(db, number)),
  "run-ended": (head, db, number) => {
    const row = byNumber(db, { select: "SELECT exit_code, ending FROM runs", number: "number" }, number);
    return runEnded(head, row.number("exit_code"), row.text("ending"));
  },
  "mode-changed": (head, db, number) => {
    const row = byNumber(db, { select: "SELECT mode, held FROM modes", number: "id" }, number);
    return modeChanged(head, { mode: row.one("mode", MODES), held: row.textOrNull("held") });
  },
  "tick-decided": (head, db, number) => {
    const row = byNumber(db, STRATEGY_TICK, number);
    return tickDecided(head, {
      strategy: row.text("strategy"),
      due: row.json("due") as string[],
      status: row.one("status", STATUSES),
      decisions: decisionsAt(db, number).map(({ number: seq, decision }) => ({ seq, decision })),
      verdicts: verdictsAt(db, number),
      error: row.textOrNull("error"),
    });
  },
  "hold-repeated": (head, db, number, count) => {
    const row = byNumber(db, STRATEGY_TICK, number);
    return holdRepeated(head, row.text("strategy"), row.number("hold"), count);
  },
  "decision-made": (head, db, number) => {
    const { strategy, decision } = decisionByNumber(db, number);
    return decisionMade(head, strategy, { seq: number, decision });
  },
  "verdict-given": (head, db, number) => {
    const verdict = verdictByNumber(db, number);
    return verdictGiven(head, verdict.strategy, verdict);
  },
  "intent-prepared": (head, db, number) => intentPrepared(head, intentByNumber(db, number)),
  "intent-moved": (head, db, number) => {
    const { intent, ...step } = transitionByNumber(db, number);
    return intentMoved(head, intent, step);
  },
  trade: (head, db, number) => {
    const { strategy, intent, trade } = tradeByNumber(db, number);
    return tradeMade(head, strategy ?? "", intent ?? "", trade);
  },
  "foreign-trade": (head, db, number) => foreignTrade(head, tradeByNumber(db, number).trade),
  "book-changed": (head, db, number) => {
    const entry = entryByNumber(db, number);
    return bookChanged(head, entry, entry.intent);
  },
  outcome: (head, db, number) => {
    const row = byNumber(db, { select: "SELECT strategy, outcome FROM outcomes", number: "id" }, number);
    return outcomeKnown(head, row.text("strategy"), row.json("outcome") as Outcome);
  },
  equity: (head, db, number) => equityNoted(head, equityByNumber(db, number)),
  standing: note,
  "rules-changed": note,
  "strategy-disabled": note,
  warning: note,
  note,
};

const TYPES = Object.keys(MAKE) as EventType[];
const STRATEGY_TICK = { select: "SELECT strategy, due, status, error, hold FROM strategy_ticks", number: "id" };
