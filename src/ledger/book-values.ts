import { toDouble } from "../core/scaled.js";
import type { LastPrice, PriceBoard } from "../model/price-board.js";
import type { Ledger } from "./ledger.js";
import type { Holdings } from "./valuation.js";

/** What is held of a token, as a plain number, and where its price stands. */
interface Position {
  readonly amount: number;
  readonly place: LastPrice;
}

/**
 * What a ledger's books are worth at a board's last known prices, for who asks at every price: the
 * amounts are turned into numbers once, until a book changes. The figures are those of `Ledger.equity`,
 * to the last bit. USD.
 */
export class BookValues {
  readonly #ledger: Ledger;
  readonly #board: PriceBoard;
  #version = -1;
  #names: readonly string[] = [];
  #books: readonly (readonly Position[])[] = [];
  #all: readonly Position[] = [];
  /** As `point` gives it. */
  #point = new Float64Array(2);
  /** The one book that holds everything, in the same order; -1 where there is no such one. */
  #only = -1;

  constructor(ledger: Ledger, board: PriceBoard) {
    this.#ledger = ledger;
    this.#board = board;
  }

  /** The books, the same list until there is another one. */
  get names(): readonly string[] {
    if (this.#ledger.version !== this.#version) this.#read();
    return this.#names;
  }

  /** The value of everything. What never had a price counts as 0. */
  total(): number {
    if (this.#ledger.version !== this.#version) this.#read();
    const total = priced(this.#all);
    return Number.isNaN(total) ? sum(this.#all) : total;
  }

  /**
   * A point of the equity curve, only lent until the next call: `at`, the value of everything, then that of each book
   * in the order of `names`. Null where something that is held never had a price: the figures would leave it out.
   */
  point(at: number): Float64Array | null {
    if (this.#ledger.version !== this.#version) this.#read();
    const total = priced(this.#all);
    if (Number.isNaN(total)) return null;
    const point = this.#point;
    point[0] = at;
    point[1] = total;
    // The same sum of the same numbers.
    if (this.#only >= 0) point[this.#only + 2] = total;
    else for (let i = 0; i < this.#books.length; i++) point[i + 2] = sum(this.#books[i] as readonly Position[]);
    return point;
  }

  #read(): void {
    this.#version = this.#ledger.version;
    const names = this.#ledger.books();
    if (names.length !== this.#names.length) this.#names = names;
    this.#point = new Float64Array(this.#names.length + 2);
    this.#books = this.#names.map((name) => this.#positions(this.#ledger.book(name)));
    this.#all = this.#positions(this.#ledger.balances());
    const holding = this.#books.filter((book) => book.length > 0);
    const [first] = holding;
    this.#only =
      holding.length === 1 && sameOrder(first ?? [], this.#all) ? this.#books.findIndex((book) => book === first) : -1;
  }

  #positions(holdings: Holdings): Position[] {
    const positions: Position[] = [];
    for (const [token, { amount }] of holdings)
      positions.push({ amount: toDouble(amount), place: this.#board.place(token) });
    return positions;
  }
}

function sameOrder(a: readonly Position[], b: readonly Position[]): boolean {
  return a.length === b.length && a.every(({ place, amount }, i) => place === b[i]?.place && amount === b[i].amount);
}

/** As `valueUsd`: what never had a price counts as 0. */
function sum(positions: readonly Position[]): number {
  let total = 0;
  for (let i = 0; i < positions.length; i++) {
    const { amount, place } = positions[i] as Position;
    if (!Number.isNaN(place.usd)) total += amount * place.usd;
  }
  return total;
}

/** The same, NaN where something has no price. */
function priced(positions: readonly Position[]): number {
  let total = 0;
  for (let i = 0; i < positions.length; i++) {
    const { amount, place } = positions[i] as Position;
    total += amount * place.usd;
  }
  return total;
}
