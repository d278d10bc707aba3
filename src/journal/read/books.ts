import type { BookEntry, EquityPoint } from "../../model/journal.js";
import type { Database } from "../database.js";
import type { Row } from "../row.js";
import { byNumber, filtered, type Filter } from "./filter.js";

export interface BookEntryRow extends BookEntry {
  readonly number: number;
  readonly run: string | null;
  readonly at: number;
  /** Id of the intent whose trade caused it; null where none did. */
  readonly intent: string | null;
}

export interface EquityRow extends EquityPoint {
  readonly number: number;
  readonly run: string | null;
}

const ENTRIES = {
  select:
    "SELECT e.*, t.intent, r.id AS run_id FROM book_entries e " +
    "LEFT JOIN transitions t ON t.id = e.transition LEFT JOIN runs r ON r.number = e.run",
  ...{ number: "e.id", run: "e.run", from: "e.at", to: "e.at", strategy: "e.book" },
};
const EQUITY = {
  select: "SELECT e.*, r.id AS run_id FROM equity e LEFT JOIN runs r ON r.number = e.run",
  ...{ number: "e.id", run: "e.run", from: "e.at", to: "e.at", strategy: null },
};

/** Changes of books; a filter by strategy means its book. */
export function bookEntries(db: Database, filter: Filter): BookEntryRow[] {
  return filtered(db, ENTRIES, filter).map(entryOf);
}

export function entriesOf(db: Database, intent: string): BookEntryRow[] {
  return db.statement(`${ENTRIES.select} WHERE t.intent = :intent ORDER BY e.id`).all({ intent }).map(entryOf);
}

export function entryByNumber(db: Database, number: number): BookEntryRow {
  return entryOf(byNumber(db, ENTRIES, number));
}

export function equity(db: Database, filter: Filter): EquityRow[] {
  return filtered(db, EQUITY, filter).map(equityOf);
}

export function equityByNumber(db: Database, number: number): EquityRow {
  return equityOf(byNumber(db, EQUITY, number));
}

function equityOf(row: Row): EquityRow {
  return {
    number: row.number("id"),
    run: row.textOrNull("run_id"),
    at: row.number("at"),
    competitionId: row.text("competition"),
    total: row.number("total"),
    books: row.json("books") as EquityPoint["books"],
    peak: row.numberOrNull("peak"),
  };
}

function entryOf(row: Row): BookEntryRow {
  return {
    number: row.number("id"),
    run: row.textOrNull("run_id"),
    at: row.number("at"),
    intent: row.textOrNull("intent"),
    competitionId: row.text("competition"),
    book: row.text("book"),
    token: row.text("token"),
    change: row.decimal("change"),
    costUsd: row.numberOrNull("cost_usd"),
    cause: row.one("cause", ["start", "fill", "adjustment", "transfer"]),
    reason: row.text("reason"),
  };
}
