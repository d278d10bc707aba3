import { Decimal, ZERO } from "../core/number/decimal.js";
import { UNASSIGNED, type Adjusted, type BookEntry } from "../model/journal.js";
import type { Books } from "./books.js";
import { proRata } from "./pro-rata.js";

/**
 * The entries of a gain that no trade explains: the strategies' books get back what adjustments have taken from them of
 * the token, in proportion; what is left is the gain's own entry.
 *
 * @param gain of *unassigned*, above 0
 * @param adjusted all adjustments of the competition
 */
export function returnedEntries(books: Books, gain: BookEntry, adjusted: readonly Adjusted[]): BookEntry[] {
  const { token, change } = gain;
  const net = new Map<string, Decimal>();
  for (const one of adjusted)
    if (one.token === token && one.book !== UNASSIGNED) net.set(one.book, (net.get(one.book) ?? ZERO).plus(one.change));
  const shares = proRata([...net.keys()], change, (book) => Decimal.max(ZERO, net.get(book)?.negated() ?? ZERO));
  const left = shares.reduce((rest, [, share]) => rest.minus(share), change);
  const back = shares.map(([book, share]): BookEntry => {
    const cost = books.get(book).get(token)?.averageCost ?? null;
    const costUsd = cost === null ? null : cost * share.toNumber();
    return { ...gain, book, change: share, costUsd, reason: `${gain.reason}: what an adjustment took comes back` };
  });
  return left.isZero() ? back : [...back, { ...gain, change: left }];
}
