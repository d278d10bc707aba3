import type { JsonObject } from "../../core/json.js";
import type { Note } from "../../model/journal.js";
import type { Database } from "../database.js";
import type { Row } from "../row.js";
import { byNumber, filtered, type Filter } from "./filter.js";

export interface NoteRow extends Omit<Note, "data"> {
  readonly number: number;
  readonly run: string | null;
  readonly data: JsonObject | null;
}

const SOURCE = {
  select: "SELECT n.*, r.id AS run_id FROM notes n LEFT JOIN runs r ON r.number = n.run",
  ...{ number: "n.id", run: "n.run", from: "n.at", to: "n.at", strategy: null },
};

export function notes(db: Database, filter: Filter): NoteRow[] {
  return filtered(db, SOURCE, filter).map(noteOf);
}

export function noteByNumber(db: Database, number: number): NoteRow {
  return noteOf(byNumber(db, SOURCE, number));
}

function noteOf(row: Row): NoteRow {
  return {
    number: row.number("id"),
    run: row.textOrNull("run_id"),
    at: row.number("at"),
    level: row.one("level", ["info", "warn", "error"]),
    kind: row.text("kind"),
    text: row.text("text"),
    data: row.jsonOrNull("data") as JsonObject | null,
  };
}
