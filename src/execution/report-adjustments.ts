import { UNASSIGNED, type BookEntry } from "../model/journal.js";
import type { HaltingJournal } from "./halting-journal.js";

/** Tells of entries that were written down and that no trade of ours caused; a strategy's book that shrank is a warning. */
export function reportAdjustments(note: HaltingJournal["note"], entries: readonly BookEntry[]): void {
  for (const { book, token, change, reason } of entries) {
    const level = book === UNASSIGNED || change.isPositive() ? "info" : "warn";
    const text = `${book}: ${change.toFixed()} ${token}: ${reason}`;
    note(level, "balance-adjusted", text, { book, token, change: change.toFixed() });
  }
}
