import { Decimal } from "../core/number/decimal.js";
import { WHOLE } from "../core/number/shares.js";
import type { Balance } from "../model/portfolio.js";
import { UNASSIGNED, type BookEntry } from "../model/journal.js";
import { percentOf } from "../model/refusal-texts.js";
import type { TokenName } from "../model/token.js";
import { LedgerError } from "./errors.js";
import { partOf } from "./part.js";

/** Strategy → the share of every balance that its book gets, 0 to 1; together at most 1. What is left is unassigned. */
export type Allocations = Readonly<Record<string, number>>;

/** Throws LedgerError for shares outside 0 to 1, a sum above 1, and a book named `unassigned`. */
export function checkAllocations(allocations: Allocations): void {
  const remedy = "Give each strategy an allocation from 0 to 1, together at most 1.";
  let sum = 0;
  for (const [name, share] of Object.entries(allocations)) {
    if (name === UNASSIGNED) throw new LedgerError(`A strategy cannot be called "${UNASSIGNED}"`, { remedy });
    if (!(share >= 0 && share <= 1)) throw new LedgerError(`The allocation of "${name}" is ${share}`, { remedy });
    sum += share;
  }
  if (sum > WHOLE) throw new LedgerError(`The allocations add up to ${sum}`, { remedy });
}

/** The entries that open the books: each gets its share of every balance, cut down to what can be booked. */
export function startEntries(
  competitionId: string,
  balances: readonly Pick<Balance, "token" | "amount">[],
  allocations: Allocations,
  usd: (token: TokenName) => number | null,
): BookEntry[] {
  checkAllocations(allocations);
  return balances.flatMap(({ token, amount }) => {
    const price = usd(token);
    let left = amount;
    const entry = (book: string, change: Decimal, reason: string): BookEntry[] =>
      change.isZero()
        ? []
        : [
            {
              competitionId,
              book,
              token,
              change,
              costUsd: price === null ? null : price * change.toNumber(),
              cause: "start",
              reason,
            },
          ];
    const shares = Object.entries(allocations).flatMap(([book, share]) => {
      const part = Decimal.min(left, partOf(amount, share));
      left = left.minus(part);
      return entry(book, part, `${percentOf(share)} % of the balance`);
    });
    return [...shares, ...entry(UNASSIGNED, left, "what no strategy was given")];
  });
}
