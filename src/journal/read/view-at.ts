import type { JsonObject } from "../../core/json.js";
import type { Database } from "../database.js";
import type { Row } from "../row.js";
import { restoreView, type StoredView, type ViewDelta } from "../view-delta.js";

/** What is stored of a strategy tick's view; null where it had none. */
export function storedViewOf(row: Row): StoredView | null {
  if (row.isNull("view")) return null;
  return row.flag("whole")
    ? { whole: true, view: row.json("view") as JsonObject }
    : { whole: false, view: row.json("view") as ViewDelta };
}

const FROM_WHOLE = `
  SELECT whole, view FROM strategy_ticks
  WHERE strategy = :strategy AND view IS NOT NULL AND id <= :id AND id >= (
    SELECT max(id) FROM strategy_ticks WHERE strategy = :strategy AND whole = 1 AND id <= :id)
  ORDER BY id`;

/** The view of one strategy tick, from the last one before it that was stored whole. */
export function viewAt(db: Database, strategy: string, id: number): JsonObject | null {
  return db
    .statement(FROM_WHOLE)
    .all({ strategy, id })
    .map(storedViewOf)
    .reduce<JsonObject | null>((view, stored) => (stored === null ? view : restoreView(view, stored)), null);
}
