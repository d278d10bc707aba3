import { toDouble, type Decimal } from "../core/number/decimal.js";
import type { LastPrice, PriceBoard } from "../model/price-board.js";
import type { Ledger } from "./ledger.js";
import type { Holding } from "../model/holding.js";
import type { TokenName } from "../model/token.js";

/** What is held, as plain numbers, and where the prices stand. It serves version after version: each trade makes another one. */
class Positions {
  count = 0;
  amounts = new Float64Array(4);
  /** There may be more of them than `count`, of versions before. */
  readonly places: LastPrice[] = [];

  add(place: LastPrice, amount: Decimal): void {
    if (this.count === this.amounts.length) {
      const grown = new Float64Array(2 * this.count);
      grown.set(this.amounts);
      this.amounts = grown;
    }
    this.amounts[this.count] = toDouble(amount);
    this.places[this.count] = place;
    this.count++;
  }
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
  /** In the order of the names. */
  readonly #books: Positions[] = [];
  readonly #all = new Positions();
  /** As `point` gives it. */
  #point = new Float64Array(2);
  /** The one book that holds everything, in the same order; -1 where there is no such one. */
  #only = -1;
  /** The one that is read anew. */
  #reading = this.#all;

  constructor(ledger: Ledger, board: PriceBoard) {
    this.#ledger = ledger;
    this.#board = board;
  }

  /** The books that `point` told of last, the same list until there is another one. */
  get names(): readonly string[] {
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
    else this.#addBooks();
    return point;
  }

  #addBooks(): void {
    for (let i = 0; i < this.#books.length; i++) this.#point[i + 2] = sum(this.#books[i] as Positions);
  }

  #read(): void {
    const ledger = this.#ledger;
    this.#version = ledger.version;
    const names = ledger.books();
    if (names.length !== this.#names.length) {
      this.#names = names;
      this.#point = new Float64Array(names.length + 2);
    }
    this.#point.fill(0);
    this.#all.count = 0;
    ledger.sums.forEach(this.#addSum);
    for (let i = 0; i < names.length; i++) {
      this.#reading = this.#books[i] ??= new Positions();
      this.#reading.count = 0;
      ledger.book(names[i] as string).forEach(this.#addHolding);
    }
    this.#only = this.#onlyBook();
  }

  readonly #addSum = (amount: Decimal, token: TokenName): void => this.#all.add(this.#board.place(token), amount);
  readonly #addHolding = ({ amount }: Holding, token: TokenName): void =>
    this.#reading.add(this.#board.place(token), amount);

  #onlyBook(): number {
    let only = -1;
    for (let i = 0; i < this.#books.length; i++) {
      if ((this.#books[i] as Positions).count === 0) continue;
      if (only >= 0) return -1;
      only = i;
    }
    return only >= 0 && sameOrder(this.#books[only] as Positions, this.#all) ? only : -1;
  }
}

/** Whether the only book that holds anything has it in the order of all: what, and how much of it, is the same. */
function sameOrder({ places }: Positions, all: Positions): boolean {
  for (let i = 0; i < all.count; i++) if (places[i] !== all.places[i]) return false;
  return true;
}

/** As `valueUsd`: what never had a price counts as 0. */
function sum({ count, amounts, places }: Positions): number {
  let total = 0;
  for (let i = 0; i < count; i++) {
    const { usd } = places[i] as LastPrice;
    if (!Number.isNaN(usd)) total += (amounts[i] as number) * usd;
  }
  return total;
}

/** The same, NaN where something has no price. */
function priced({ count, amounts, places }: Positions): number {
  let total = 0;
  for (let i = 0; i < count; i++) total += (amounts[i] as number) * (places[i] as LastPrice).usd;
  return total;
}
