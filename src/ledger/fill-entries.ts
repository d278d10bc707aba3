import { Decimal } from "../core/number/decimal.js";
import { UNASSIGNED, type BookEntry } from "../model/journal.js";
import type { TokenName } from "../model/token.js";
import type { Trade } from "../model/trade.js";
import type { Books } from "./books.js";
import { proRata } from "./pro-rata.js";

/**
 * USD that changed hands in a trade: the value of its cash side where it has one (what was really
 * paid or received), otherwise of what was given up; null where that price is not known.
 */
export function exchangedUsd(
  trade: Pick<Trade, "from" | "to" | "fromAmount" | "toAmount">,
  usd: (token: TokenName) => number | null,
  isCash: (token: TokenName) => boolean,
): number | null {
  const received = isCash(trade.to) && !isCash(trade.from);
  const price = usd(received ? trade.to : trade.from);
  return price === null ? null : price * (received ? trade.toAmount : trade.fromAmount).toNumber();
}

/** The entries of a trade in a book that holds enough. What was gained cost `usd`, what was sold fetched it. */
function plainFillEntries(competitionId: string, book: string, trade: Trade, usd: number | null): BookEntry[] {
  const reason = `trade ${trade.id}`;
  const entry = (token: TokenName, change: Decimal, costUsd: number | null): BookEntry => {
    return { competitionId, book, cause: "fill", reason, token, change, costUsd };
  };
  return [
    entry(trade.from, trade.fromAmount.negated(), usd === null ? null : -usd),
    entry(trade.to, trade.toAmount, usd),
  ];
}

/**
 * The entries of a trade. A book may have been shrunk while its trade was under way: then
 * *unassigned* carries what is missing, then the other books pro rata; and what nobody was known to
 * hold becomes an adjustment first, since the venue did sell it.
 */
export function fillEntries(
  books: Books,
  competitionId: string,
  book: string,
  trade: Trade,
  usd: number | null,
): BookEntry[] {
  const held = books.amount(book, trade.from);
  const entries = plainFillEntries(competitionId, book, trade, usd);
  if (!held.lessThan(trade.fromAmount)) return entries;
  const missing = trade.fromAmount.minus(held);
  return [...carried(books, competitionId, book, trade.from, missing, trade.id), ...entries];
}

function carried(
  books: Books,
  competitionId: string,
  book: string,
  token: TokenName,
  missing: Decimal,
  tradeId: string,
): BookEntry[] {
  const entry = (name: string, change: Decimal, cause: BookEntry["cause"], reason: string): BookEntry => ({
    competitionId,
    book: name,
    token,
    change,
    costUsd: null,
    cause,
    reason,
  });
  const entries: BookEntry[] = [];
  let left = missing;
  const give = (name: string, amount: Decimal): void => {
    if (amount.isZero()) return;
    entries.push(entry(name, amount.negated(), "transfer", `carries what "${book}" lacked for trade ${tradeId}`));
    left = left.minus(amount);
  };
  if (book !== UNASSIGNED) give(UNASSIGNED, Decimal.min(left, books.amount(UNASSIGNED, token)));
  const others = books.names().filter((name) => name !== book && name !== UNASSIGNED);
  for (const [name, amount] of proRata(others, left, (other) => books.amount(other, token))) give(name, amount);
  const carriedByBooks = missing.minus(left);
  if (!carriedByBooks.isZero()) entries.push(entry(book, carriedByBooks, "transfer", `for trade ${tradeId}`));
  if (!left.isZero())
    entries.push(entry(book, left, "adjustment", `trade ${tradeId} sold more ${token} than was known to be there`));
  return entries;
}
