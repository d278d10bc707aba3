import { Decimal, ZERO } from "../core/number/decimal.js";
import { UNASSIGNED, type Adjusted, type BookEntry } from "../model/journal.js";
import type { TokenName } from "../model/token.js";
import type { Trade } from "../model/trade.js";
import { adjustToken } from "./adjustment.js";
import type { Books } from "./books.js";
import { proRata } from "./pro-rata.js";

/** Book → what adjustments of one moment changed in it. */
type Changes = ReadonlyMap<string, Decimal>;

/**
 * The entries that take back what adjustments have entered of a trade before it was known: of each of its tokens as much
 * as it moved, and no more than was entered. A loss goes back to the books that bore it, a gain is taken as every deficit
 * is. Each is dated as what it takes back, the oldest first, so that of several such trades none takes what another did,
 * nor what was entered before it was sent.
 *
 * @param adjusted since the trade was sent, what was taken back for others included
 */
export function takenBackEntries(
  competitionId: string,
  books: Books,
  trade: Trade,
  adjusted: readonly Adjusted[],
): BookEntry[] {
  const reason = `trade ${trade.id} moved what was entered then`;
  const entries: BookEntry[] = [];
  const returned = (token: TokenName) => {
    return ([book, change]: [string, Decimal]): BookEntry => {
      const cost = books.get(book).get(token)?.averageCost ?? null;
      const costUsd = cost === null ? null : cost * change.toNumber();
      return { competitionId, book, token, change, costUsd, cause: "adjustment", reason };
    };
  };
  const takeBack = (token: TokenName, isLoss: boolean, moved: Decimal): void => {
    let left = moved;
    for (const [at, changes] of byMoment(adjusted, token)) {
      const total = sumOf(changes.values());
      if (total.isNegative() !== isLoss) continue;
      const part = Decimal.min(left, total.abs());
      left = left.minus(part);
      const back = isLoss
        ? bearers(changes, part).map(returned(token))
        : adjustToken(competitionId, books.after(entries), token, part.negated(), reason);
      entries.push(...back.map((entry) => ({ ...entry, at })));
    }
  };
  takeBack(trade.from, true, trade.fromAmount);
  takeBack(trade.to, false, trade.toAmount);
  return entries;
}

/** What of the adjustments of a token was not taken back, by when they were entered, oldest first. */
function byMoment(adjusted: readonly Adjusted[], token: TokenName): [number, Changes][] {
  const moments = new Map<number, Map<string, Decimal>>();
  for (const { at, book, token: moved, change } of adjusted) {
    if (moved !== token) continue;
    const changes = moments.get(at) ?? new Map<string, Decimal>();
    moments.set(at, changes.set(book, (changes.get(book) ?? ZERO).plus(change)));
  }
  return [...moments].sort(([a], [b]) => a - b);
}

/** Who gets back a part of a loss: the strategies in proportion to what each bore, and *unassigned*, which bears before they do, last. */
function bearers(changes: Changes, part: Decimal): [book: string, amount: Decimal][] {
  const bore = (book: string): Decimal => Decimal.max(ZERO, changes.get(book)?.negated() ?? ZERO);
  const strategies = [...changes.keys()].filter((book) => book !== UNASSIGNED);
  const shares = proRata(strategies, part, bore);
  const left = part.minus(sumOf(shares.map(([, share]) => share)));
  return left.isZero() ? shares : [...shares, [UNASSIGNED, left]];
}

function sumOf(amounts: Iterable<Decimal>): Decimal {
  return [...amounts].reduce((sum, amount) => sum.plus(amount), ZERO);
}
