import type { JsonObject } from "../../core/json.js";
import type { Outcome } from "../../model/outcome.js";
import type { Database } from "../database.js";
import { entriesOf, type BookEntryRow } from "./books.js";
import { decisionByNumber, verdictsOf, type DecisionRow, type VerdictRow } from "./decisions.js";
import { intentById, intentsOf, type IntentRow } from "./intents.js";
import { runById, type RunRow, type RunStrategyRow } from "./runs.js";
import { tradeById, tradesOf, type TradeRow } from "./trades.js";
import { viewAt } from "./view-at.js";

/** Everything behind one trade. */
export interface Explanation {
  /** Null for a trade that is not ours. */
  readonly intent: IntentRow | null;
  /** Null where the intent was not executed, as far as is known. */
  readonly trade: TradeRow | null;
  /** With its reason and evidence. */
  readonly decision: DecisionRow | null;
  /** What the strategy was given to decide on, without the bars; null where it was made outside a tick. */
  readonly view: JsonObject | null;
  /** The strategy's version and params in that run; null outside one. */
  readonly strategy: RunStrategyRow | null;
  readonly run: RunRow | null;
  /** What risk said of the decision and all that came of it. */
  readonly verdicts: readonly VerdictRow[];
  /** The other intents of the same decision. */
  readonly siblings: readonly IntentRow[];
  /** How it changed the books. */
  readonly entries: readonly BookEntryRow[];
  /** What the strategy was told of this decision. */
  readonly outcomes: readonly Outcome[];
}

/** Null where no intent and no trade has that id. Call it within one snapshot. */
export function explain(db: Database, id: string): Explanation | null {
  const found = tradeById(db, id);
  const intent = intentById(db, found?.intent ?? id) ?? null;
  if (intent === null) return found === undefined ? null : { ...NOTHING, trade: found };
  const { id: intentId, decision, strategy } = intent.intent;
  const decided = decisionByNumber(db, decision);
  const runId = decided.run ?? intent.run;
  const run = runId === null ? null : (runById(db, runId) ?? null);
  return {
    intent,
    trade: found ?? tradesOf(db, intentId).at(-1) ?? null,
    decision: decided,
    view: viewOfDecision(db, decision),
    strategy: run?.strategies.find((one) => one.name === strategy) ?? null,
    run,
    verdicts: verdictsOf(db, decision),
    siblings: intentsOf(db, decision).filter((one) => one.intent.id !== intentId),
    entries: entriesOf(db, intentId),
    outcomes: outcomesOf(db, decision),
  };
}

const NOTHING: Explanation = {
  ...{ intent: null, trade: null, decision: null, view: null, strategy: null, run: null },
  ...{ verdicts: [], siblings: [], entries: [], outcomes: [] },
};

const TICK_OF =
  "SELECT s.id, s.strategy FROM decisions d JOIN strategy_ticks s ON s.id = d.strategy_tick WHERE d.seq = :decision";

function viewOfDecision(db: Database, decision: number): JsonObject | null {
  const tick = db.statement(TICK_OF).get({ decision });
  return tick === undefined ? null : viewAt(db, tick.text("strategy"), tick.number("id"));
}

function outcomesOf(db: Database, decision: number): Outcome[] {
  const rows = db.statement("SELECT outcome FROM outcomes WHERE decision = :decision ORDER BY id").all({ decision });
  return rows.map((row) => row.json("outcome") as Outcome);
}
