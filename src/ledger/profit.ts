import type { BookEntry } from "../model/journal.js";
import type { PriceBoard } from "../model/price-board.js";
import type { Ledger } from "./ledger.js";
import { valueUsd } from "./valuation.js";

/** How a book got to its value, USD. */
export interface BookProfit {
  readonly value: number;
  /** What was put in at the start and by transfers, at its cost, less what was taken out. */
  readonly invested: number;
  /** value − invested; null where the cost of something put in is not known. */
  readonly profit: number | null;
}

/** Profit of each book from the entries of a competition: what it is worth now against what it was given. */
export function profitByBook(
  ledger: Ledger,
  entries: Iterable<BookEntry>,
  board: PriceBoard,
): Record<string, BookProfit> {
  const invested = new Map<string, number>();
  const unknown = new Set<string>();
  for (const { book, cause, costUsd } of entries) {
    if (cause === "fill") continue;
    if (costUsd === null) unknown.add(book);
    else invested.set(book, (invested.get(book) ?? 0) + costUsd);
  }
  return Object.fromEntries(
    ledger.books().map((name) => {
      const value = valueUsd(ledger.book(name), board);
      const given = invested.get(name) ?? 0;
      return [name, { value, invested: given, profit: unknown.has(name) ? null : value - given }];
    }),
  );
}
