import type { Decimal } from "../core/number/decimal.js";
import type { Adjusted, BookEntry } from "../model/journal.js";
import type { Recovered } from "../model/recovered.js";
import type { Balance } from "../model/portfolio.js";
import type { PriceBoard } from "../model/price-board.js";
import type { TokenName } from "../model/token.js";
import type { Trade } from "../model/trade.js";
import { adjustmentEntries } from "./adjustment.js";
import { startEntries, type Allocations } from "./allocations.js";
import { Books, type Book } from "./books.js";
import { LedgerError } from "./errors.js";
import { fillEntries } from "./fill-entries.js";
import { returnedEntries } from "./returned.js";
import { takenBackEntries } from "./taken-back.js";
import { transferEntries } from "./transfer.js";

/**
 * Balances and books of one competition, exact. Every method that changes them returns the entries
 * of the change, for the journal, after applying them. Always: the books (one a strategy, and
 * `unassigned`) add up to the balances, and none is negative.
 */
export class Ledger {
  readonly #books = new Books();
  #version = 0;

  /** @param competitionId every entry carries it; entries of another competition are not this ledger's */
  constructor(readonly competitionId: string) {}

  /** Another number whenever anything that is held has changed. */
  get version(): number {
    return this.#version;
  }

  /** Opens the books of a competition that was never seen. Throws LedgerError where anything is held already. */
  start(
    balances: readonly Pick<Balance, "token" | "amount">[],
    allocations: Allocations,
    usd: (token: TokenName) => number | null = () => null,
  ): BookEntry[] {
    if (!this.isEmpty())
      throw new LedgerError(`The books of competition ${this.competitionId} are open already`, {
        remedy: "Use differences for balances that changed and transfer for changed allocations.",
      });
    return this.apply(startEntries(this.competitionId, balances, allocations, usd));
  }

  /** Takes over the books as the journal knows them. */
  restore(books: Recovered["books"]): void {
    this.#version++;
    for (const [name, holdings] of Object.entries(books))
      for (const [token, holding] of Object.entries(holdings)) this.#books.restore(name, token, holding);
  }

  /**
   * What a trade of a book enters once it is applied: it is written down first.
   * @param usd what changed hands, for average costs (`exchangedUsd`); null where not known
   * @param adjusted what adjustments have entered since the trade was sent: of that, what it moved is taken back
   */
  fillEntries(book: string, trade: Trade, usd: number | null, adjusted: readonly Adjusted[] = []): BookEntry[] {
    if (adjusted.length === 0) return fillEntries(this.#books, this.competitionId, book, trade, usd);
    const back = takenBackEntries(this.competitionId, this.#books, trade, adjusted);
    return [...back, ...fillEntries(this.#books.after(back), this.competitionId, book, trade, usd)];
  }

  /**
   * What brings the books to the venue's balances once it is applied: it is written down first. Entries whose book is
   * not `unassigned` are books that shrink.
   * @param ignoreTokens what must rest, because a trade in it is under way or not yet known
   */
  differences(balances: readonly Balance[], ignoreTokens: ReadonlySet<TokenName> = new Set()): BookEntry[] {
    return adjustmentEntries(this.competitionId, this.#books, balances, ignoreTokens);
  }

  /**
   * The entries of a gain that no trade explains: what adjustments took from strategies' books returns to them.
   * @param gain an entry of `differences`, above 0
   * @param adjusted all adjustments of the competition
   */
  returned(gain: BookEntry, adjusted: readonly Adjusted[]): BookEntry[] {
    return returnedEntries(this.#books, gain, adjusted);
  }

  /** Moves holdings between books for allocations that config changed. A strategy that is gone has share 0. */
  transfer(before: Allocations, after: Allocations): BookEntry[] {
    return this.apply(transferEntries(this.competitionId, this.#books, before, after));
  }

  /** Enters entries that were made elsewhere; those of another competition are left out. All or none: throws LedgerError. */
  apply(entries: readonly BookEntry[]): BookEntry[] {
    const own = entries.filter(({ competitionId }) => competitionId === this.competitionId);
    this.#books.apply(own);
    this.#version++;
    return own;
  }

  /** A book by its name; an unknown one is empty. */
  book(name: string): Book {
    return this.#books.get(name);
  }

  /** What a book holds of a token. */
  amount(book: string, token: TokenName): Decimal {
    return this.#books.amount(book, token);
  }

  /** The balance of a token: all books together. */
  balance(token: TokenName): Decimal {
    return this.#books.sum(token);
  }

  /** All balances above 0, each as `balance` gives it. */
  get sums(): ReadonlyMap<TokenName, Decimal> {
    return this.#books.sums;
  }

  /** Names of all books that were ever entered, `unassigned` included. */
  books(): string[] {
    return this.#books.names();
  }

  isEmpty(): boolean {
    return this.#books.sums.size === 0;
  }

  /** USD value of everything, at the board's last known prices. */
  worth(board: PriceBoard): number {
    let total = 0;
    this.sums.forEach((amount, token) => {
      const price = board.get(token);
      if (price !== null) total += amount.toNumber() * price.usd;
    });
    return total;
  }
}
