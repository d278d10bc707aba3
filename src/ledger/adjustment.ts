import { Decimal, equalsDouble, ZERO } from "../core/number/decimal.js";
import { UNASSIGNED, type BookEntry } from "../model/journal.js";
import type { Balance } from "../model/portfolio.js";
import type { TokenName } from "../model/token.js";
import type { Books } from "./books.js";
import { proRata } from "./pro-rata.js";

/**
 * The entries that bring the books to the venue's balances. A surplus goes to *unassigned*; a deficit
 * is taken from it, and only what it cannot carry shrinks the strategies' books, pro rata. Balances
 * are compared as the doubles that were sent; a token that is not listed has a balance of 0.
 */
export function adjustmentEntries(
  competitionId: string,
  books: Books,
  balances: readonly Balance[],
  ignored: ReadonlySet<TokenName>,
): BookEntry[] {
  const listed = new Map(balances.map((balance) => [balance.token, balance]));
  const tokens = new Set([...books.sums.keys(), ...listed.keys()]);
  return [...tokens]
    .filter((token) => !ignored.has(token))
    .flatMap((token) => {
      const known = books.sum(token);
      const balance = listed.get(token);
      if (equalsDouble(known, balance?.sent ?? 0)) return [];
      const there = balance?.amount ?? ZERO;
      return adjustToken(
        competitionId,
        books,
        token,
        there.minus(known),
        `the venue holds ${there.toFixed()}, the books ${known.toFixed()}`,
      );
    });
}

/** The entries of one token that was found to differ: a surplus, or (negative) a deficit. */
export function adjustToken(
  competitionId: string,
  books: Books,
  token: TokenName,
  difference: Decimal,
  reason: string,
): BookEntry[] {
  const entry = (book: string, change: Decimal): BookEntry => ({
    competitionId,
    book,
    token,
    change,
    costUsd: null,
    cause: "adjustment",
    reason,
  });
  if (!difference.isNegative()) return difference.isZero() ? [] : [entry(UNASSIGNED, difference)];
  const missing = difference.negated();
  const carried = Decimal.min(missing, books.amount(UNASSIGNED, token));
  const strategies = books.names().filter((name) => name !== UNASSIGNED);
  const shares = proRata(strategies, missing.minus(carried), (name) => books.amount(name, token));
  return [...(carried.isZero() ? [] : [[UNASSIGNED, carried] as const]), ...shares].map(([book, amount]) =>
    entry(book, amount.negated()),
  );
}
