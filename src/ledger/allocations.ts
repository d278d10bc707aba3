import { cutToDouble, ZERO, type Decimal } from "../core/decimal.js";
import type { Balance } from "../model/portfolio.js";
import { UNASSIGNED, type BookEntry } from "../model/journal.js";
import type { TokenName } from "../model/token.js";
import type { Books } from "./books.js";
import { LedgerError } from "./errors.js";

/** Strategy → the share of every balance that its book gets, 0 to 1; together at most 1. What is left is unassigned. */
export type Allocations = Readonly<Record<string, number>>;

/** Sums of doubles such as 0.1 + 0.2 + 0.7 may pass 1 by a hair. */
const ROUNDING = 1e-9;

/** Throws LedgerError for shares outside 0 to 1, a sum above 1, and a book named `unassigned`. */
export function checkAllocations(allocations: Allocations): void {
  const remedy = "Give each strategy an allocation from 0 to 1, together at most 1.";
  let sum = 0;
  for (const [name, share] of Object.entries(allocations)) {
    if (name === UNASSIGNED) throw new LedgerError(`A strategy cannot be called "${UNASSIGNED}"`, { remedy });
    if (!(share >= 0 && share <= 1)) throw new LedgerError(`The allocation of "${name}" is ${share}`, { remedy });
    sum += share;
  }
  if (sum > 1 + ROUNDING) throw new LedgerError(`The allocations add up to ${sum}`, { remedy });
}

/** The entries that open the books: each gets its share of every balance, cut down to what a double carries. */
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
      const part = cutToDouble(amount.times(share).lessThan(left) ? amount.times(share) : left);
      left = left.minus(part);
      return entry(book, part, `${share * 100} % of the balance`);
    });
    return [...shares, ...entry(UNASSIGNED, left, "what no strategy was given")];
  });
}

/**
 * The entries of changed allocations. A book whose share shrank gives that part of each holding to
 * *unassigned*; then one whose share grew gets, of each unassigned holding, the growth over the share
 * that was not given to anybody. What a holding cost moves with it.
 */
export function transferEntries(
  competitionId: string,
  books: Books,
  before: Allocations,
  after: Allocations,
): BookEntry[] {
  checkAllocations(before);
  checkAllocations(after);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const growth = (name: string): number => (after[name] ?? 0) - (before[name] ?? 0);
  const entries: BookEntry[] = [];
  const pool = new Map([...books.get(UNASSIGNED)].map(([token, holding]) => [token, { ...holding }]));
  const move = (from: string, to: string, token: TokenName, amount: Decimal, averageCost: number | null): void => {
    if (amount.isZero()) return;
    const cost = averageCost === null ? null : averageCost * amount.toNumber();
    const common = { competitionId, token, cause: "transfer", reason: `allocation changed: ${from} to ${to}` } as const;
    entries.push({ ...common, book: from, change: amount.negated(), costUsd: cost === null ? null : -cost });
    entries.push({ ...common, book: to, change: amount, costUsd: cost });
  };
  for (const name of names.filter((name) => growth(name) < 0))
    for (const [token, { amount, averageCost }] of books.get(name)) {
      const part =
        (after[name] ?? 0) === 0 ? amount : cutToDouble(amount.times(-growth(name)).dividedBy(before[name] ?? 1));
      move(name, UNASSIGNED, token, part, averageCost);
      pool.set(token, {
        amount: (pool.get(token)?.amount ?? ZERO).plus(part),
        averageCost: pool.get(token)?.averageCost ?? averageCost,
      });
    }
  const kept = names.reduce((sum, name) => sum + Math.min(before[name] ?? 0, after[name] ?? 0), 0);
  const growing = names.filter((name) => growth(name) > 0);
  for (const [token, { amount, averageCost }] of pool) {
    let left = amount;
    for (const name of growing) {
      const share = amount.times(growth(name)).dividedBy(Math.max(1 - kept, growth(name)));
      const part = cutToDouble(share.lessThan(left) ? share : left);
      left = left.minus(part);
      move(UNASSIGNED, name, token, part, averageCost);
    }
  }
  return entries;
}
