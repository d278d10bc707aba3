import { applyChange, EMPTY_HOLDING, type Holding } from "../../model/holding.js";
import type { Adjusted, BookEntry } from "../../model/journal.js";
import { checkEntry } from "../checks.js";
import type { Database, Statement } from "../database.js";
import type { EventWriter, Occasion } from "./events.js";

/** Writes entries of books, and what the books then hold. */
export class BookWriter {
  readonly #entry: Statement;
  readonly #holding: Statement;
  readonly #hold: Statement;
  readonly #adjusted: Statement;
  readonly #events: EventWriter;

  constructor(db: Database, events: EventWriter) {
    this.#events = events;
    this.#entry = db.insert("book_entries", [
      ...["run", "transition", "at", "competition", "book", "token", "change", "cost_usd", "cause", "reason"],
    ]);
    this.#holding = db.statement(
      "SELECT amount, average_cost FROM books WHERE competition = :competition AND book = :book AND token = :token",
    );
    this.#hold = db.statement(
      "INSERT INTO books (competition, book, token, amount, average_cost) " +
        "VALUES (:competition, :book, :token, :amount, :cost) " +
        "ON CONFLICT DO UPDATE SET amount = excluded.amount, average_cost = excluded.average_cost",
    );
    this.#adjusted = db.statement(
      "SELECT book, token, change, at FROM book_entries " +
        "WHERE competition = :competition AND cause = 'adjustment' AND at > :since ORDER BY id",
    );
  }

  /** @param transition number of the step that caused it; null for entries that no trade caused */
  write(occasion: Occasion, transition: number | null, entry: BookEntry): void {
    const { run, at: now } = occasion;
    checkEntry(entry);
    const { competitionId: competition, book, token, change, costUsd, cause, reason, at = now } = entry;
    const of = { competition, book, token };
    const { amount, averageCost } = applyChange(this.#held(of), change, costUsd);
    const row = this.#entry.run({ run, transition, at, ...of, change, cost_usd: costUsd, cause, reason });
    this.#events.add(occasion, "book-changed", row);
    this.#hold.run({ ...of, amount, cost: averageCost });
  }

  /** What adjustments have changed after a moment, oldest first. */
  adjustedSince(competition: string, since: number): Adjusted[] {
    return this.#adjusted.all({ competition, since }).map((row) => {
      return { book: row.text("book"), token: row.text("token"), change: row.decimal("change"), at: row.number("at") };
    });
  }

  #held(of: Readonly<Record<"competition" | "book" | "token", string>>): Holding {
    const row = this.#holding.get(of);
    if (row === undefined) return EMPTY_HOLDING;
    return { amount: row.decimal("amount"), averageCost: row.numberOrNull("average_cost") };
  }
}
