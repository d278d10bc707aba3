import type { JsonObject, JsonValue } from "../../core/json.js";
import type { StrategyTick } from "../../model/journal.js";
import type { Database } from "../database.js";
import type { Row } from "../row.js";
import { restoreView } from "../view-delta.js";
import { filtered, type Filter } from "./filter.js";
import { storedViewOf, viewAt } from "./view-at.js";

/** What one strategy was given at one instant, and how that ended. */
export interface StrategyTickRow {
  readonly number: number;
  /** Id of the run. */
  readonly run: string | null;
  readonly at: number;
  readonly strategy: string;
  /** Which of its schedules fired. */
  readonly due: readonly string[];
  readonly status: StrategyTick["status"];
  /** How many decisions it made, a repeated hold included. */
  readonly decisions: number;
  /** What its `read` gave; null where it has none, or that failed. */
  readonly inputs: JsonValue;
  /** All that it was given, without the bars; null while it was warming up. */
  readonly view: JsonObject | null;
  /** Why it failed, or what it waited for; null where it decided. */
  readonly error: string | null;
}

export const STATUSES: readonly StrategyTick["status"][] = ["decided", "warming-up", "failed"];

const SOURCE = {
  select:
    "SELECT s.*, t.at, r.id AS run_id, " +
    "(SELECT count(*) FROM decisions d WHERE d.strategy_tick = s.id) + (s.hold IS NOT NULL) AS made, " +
    "(SELECT max(p.id) FROM strategy_ticks p WHERE p.strategy = s.strategy AND p.view IS NOT NULL AND p.id < s.id) AS previous " +
    "FROM strategy_ticks s JOIN ticks t ON t.id = s.tick LEFT JOIN runs r ON r.number = t.run",
  ...{ number: "s.id", run: "t.run", from: "t.at", to: "t.at", strategy: "s.strategy" },
};

interface Seen {
  readonly id: number;
  readonly view: JsonObject;
}

/** The ticks of each strategy that pass a filter, oldest first. */
export function strategyTicks(db: Database, filter: Filter): StrategyTickRow[] {
  const last = new Map<string, Seen>();
  return filtered(db, SOURCE, filter).map((row) => rowOf(row, viewOf(db, row, last)));
}

/** Views are stored as what changed: from the row before where that was just read, else from the last whole one. */
function viewOf(db: Database, row: Row, last: Map<string, Seen>): JsonObject | null {
  const stored = storedViewOf(row);
  if (stored === null) return null;
  const [id, strategy] = [row.number("id"), row.text("strategy")];
  const before = last.get(strategy);
  const follows = before !== undefined && before.id === row.numberOrNull("previous");
  const view = follows ? restoreView(before.view, stored) : viewAt(db, strategy, id);
  if (view !== null) last.set(strategy, { id, view });
  return view;
}

function rowOf(row: Row, view: JsonObject | null): StrategyTickRow {
  return {
    number: row.number("id"),
    run: row.textOrNull("run_id"),
    at: row.number("at"),
    strategy: row.text("strategy"),
    due: row.json("due") as string[],
    status: row.one("status", STATUSES),
    decisions: row.number("made"),
    inputs: view?.["inputs"] ?? null,
    view,
    error: row.textOrNull("error"),
  };
}
