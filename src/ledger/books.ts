import { ZERO, type Decimal } from "../core/number/decimal.js";
import { applyChange, EMPTY_HOLDING, type Holding } from "../model/holding.js";
import type { BookEntry } from "../model/journal.js";
import type { TokenName } from "../model/token.js";
import { LedgerError } from "./errors.js";

/** A book: token → what it holds of it; tokens of which nothing is held are absent. */
export type Book = ReadonlyMap<TokenName, Holding>;

const EMPTY_BOOK: Book = new Map();

/** The books by name and, kept beside them, their sums by token. It knows nothing of why they change. */
export class Books {
  readonly #books = new Map<string, Map<TokenName, Holding>>();
  readonly #sums = new Map<TokenName, Decimal>();

  get(name: string): Book {
    return this.#books.get(name) ?? EMPTY_BOOK;
  }

  amount(name: string, token: TokenName): Decimal {
    return this.get(name).get(token)?.amount ?? ZERO;
  }

  /** The sum of a token over all books. */
  sum(token: TokenName): Decimal {
    return this.#sums.get(token) ?? ZERO;
  }

  names(): string[] {
    return [...this.#books.keys()];
  }

  /** All books together: the sums of all tokens of which any holds something. */
  get sums(): ReadonlyMap<TokenName, Decimal> {
    return this.#sums;
  }

  /** Sets a holding as it was recorded. */
  restore(name: string, token: TokenName, holding: Holding): void {
    if (holding.amount.isNegative()) throw negative(name, token, holding.amount);
    this.#enter(name, token, holding, holding.amount.minus(this.amount(name, token)));
  }

  /** The same books once entries are applied; these stay as they are. Throws LedgerError where a book would become negative. */
  after(entries: readonly BookEntry[]): Books {
    const books = new Books();
    for (const [name, held] of this.#books) books.#books.set(name, new Map(held));
    for (const [token, sum] of this.#sums) books.#sums.set(token, sum);
    books.apply(entries);
    return books;
  }

  /** Applies entries, all or none: throws LedgerError where a book would become negative. */
  apply(entries: readonly BookEntry[]): void {
    const changed: { readonly book: string; readonly token: TokenName; holding: Holding; change: Decimal }[] = [];
    for (const { book, token, change, costUsd } of entries) {
      const earlier = changed.find((one) => one.book === book && one.token === token);
      const before = earlier?.holding ?? this.get(book).get(token) ?? EMPTY_HOLDING;
      const holding = applyChange(before, change, costUsd);
      if (holding.amount.isNegative()) throw negative(book, token, holding.amount);
      if (earlier === undefined) changed.push({ book, token, holding, change });
      else {
        earlier.holding = holding;
        earlier.change = earlier.change.plus(change);
      }
    }
    for (const { book, token, holding, change } of changed) this.#enter(book, token, holding, change);
  }

  #enter(name: string, token: TokenName, holding: Holding, change: Decimal): void {
    const before = this.sum(token);
    // Of the only book that holds any, the new amount is the new sum as well.
    const sum = before === this.amount(name, token) ? holding.amount : before.plus(change);
    if (sum.isZero()) this.#sums.delete(token);
    else this.#sums.set(token, sum);
    const book = this.#bookOf(name);
    if (holding.amount.isZero()) book.delete(token);
    else book.set(token, holding);
  }

  #bookOf(name: string): Map<TokenName, Holding> {
    const known = this.#books.get(name);
    if (known !== undefined) return known;
    const book = new Map<TokenName, Holding>();
    this.#books.set(name, book);
    return book;
  }
}

function negative(book: string, token: TokenName, amount: Decimal): LedgerError {
  return new LedgerError(`Book "${book}" would hold ${amount.toFixed()} ${token}`, {
    remedy: "This is a fault of the program: please report it with the journal.",
  });
}
