import { Decimal } from "../core/number/decimal.js";
import { applyChange, EMPTY_HOLDING, type Holding } from "../model/holding.js";
import { UNASSIGNED, type BookEntry } from "../model/journal.js";
import type { TokenName } from "../model/token.js";
import { checkAllocations, type Allocations } from "./allocations.js";
import type { Books } from "./books.js";
import { partOf } from "./part.js";

/**
 * The entries of changed allocations. A book whose share shrank gives that part of each holding to
 * *unassigned*, one that is gone gives everything; then one whose share grew gets, of each unassigned holding, the growth over the share
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
  const given = names
    .filter((name) => growth(name) < 0 || after[name] === undefined)
    .flatMap((name) => {
      return [...books.get(name)].flatMap(([token, holding]) => {
        const part =
          after[name] === undefined || after[name] === 0
            ? holding.amount
            : partOf(holding.amount, -growth(name), before[name]);
        return move(competitionId, name, UNASSIGNED, token, part, holding.averageCost);
      });
    });
  const kept = names.reduce((sum, name) => sum + Math.min(before[name] ?? 0, after[name] ?? 0), 0);
  const taken = [...afterwards(books, given)].flatMap(([token, { amount, averageCost }]) => {
    let left = amount;
    return names
      .filter((name) => growth(name) > 0)
      .flatMap((name) => {
        const part = Decimal.min(left, partOf(amount, growth(name), Math.max(1 - kept, growth(name))));
        left = left.minus(part);
        return move(competitionId, UNASSIGNED, name, token, part, averageCost);
      });
  });
  return [...given, ...taken];
}

/** *Unassigned* as the entries will leave it. */
function afterwards(books: Books, entries: readonly BookEntry[]): Map<TokenName, Holding> {
  const pool = new Map(books.get(UNASSIGNED));
  for (const { book, token, change, costUsd } of entries)
    if (book === UNASSIGNED) pool.set(token, applyChange(pool.get(token) ?? EMPTY_HOLDING, change, costUsd));
  return pool;
}

function move(
  competitionId: string,
  from: string,
  to: string,
  token: TokenName,
  amount: Decimal,
  averageCost: number | null,
): BookEntry[] {
  if (amount.isZero()) return [];
  const cost = averageCost === null ? null : averageCost * amount.toNumber();
  const common = { competitionId, token, cause: "transfer", reason: `allocation changed: ${from} to ${to}` } as const;
  return [
    { ...common, book: from, change: amount.negated(), costUsd: cost === null ? null : -cost },
    { ...common, book: to, change: amount, costUsd: cost },
  ];
}
