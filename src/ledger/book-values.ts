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
  #books: (readonly Position[])[] = [];
  #all: readonly Position[] = [];
  #values = new Float64Array(0);

  constructor(ledger: Ledger, board: PriceBoard) {
    this.#ledger = ledger;
    this.#board = board;
  }

  /** The books, the same list until there is another one. */
  get names(): readonly string[] {
    this.#refresh();
    return this.#names;
  }

  /** The value of everything. */
  total(): number {
    this.#refresh();
    return sum(this.#all);
  }

  /** The value of each book, in the order of `names`; only lent, until the next call. */
  values(): Float64Array {
    this.#refresh();
    for (let i = 0; i < this.#books.length; i++) this.#values[i] = sum(this.#books[i] as readonly Position[]);
    return this.#values;
  }

  /** Whether everything held has ever had a price: without it the figures leave something out. */
  allPriced(): boolean {
    this.#refresh();
    for (const { amount, place } of this.#all) if (Number.isNaN(place.usd) && amount !== 0) return false;
    return true;
  }

  #refresh(): void {
    if (this.#ledger.version !== this.#version) this.#read();
  }

  #read(): void {
    this.#version = this.#ledger.version;
    const names = this.#ledger.books();
    if (names.length !== this.#names.length) {
      this.#names = names;
      this.#values = new Float64Array(names.length);
    }
    this.#books = this.#names.map((name) => this.#positions(this.#ledger.book(name)));
    this.#all = this.#positions(this.#ledger.balances());
  }

  #positions(holdings: Holdings): Position[] {
    return Array.from(holdings, ([token, { amount }]) => {
      return { amount: toDouble(amount), place: this.#board.place(token) };
    });
  }
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
