import { toDouble } from "../core/decimal.js";
import type { LastPrice, PriceBoard } from "../model/price-board.js";
import type { Ledger } from "./ledger.js";
import type { Holdings } from "./valuation.js";

/** What is held, as plain numbers, and where the prices stand. */
interface Positions {
  readonly amounts: Float64Array;
  readonly places: readonly LastPrice[];
}

const NOTHING: Positions = { amounts: new Float64Array(0), places: [] };

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
  #books: readonly Positions[] = [];
  #all = NOTHING;
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
    else for (let i = 0; i < this.#books.length; i++) point[i + 2] = sum(this.#books[i] as Positions);
    return point;
  }

  #read(): void {
    this.#version = this.#ledger.version;
    const names = this.#ledger.books();
    if (names.length !== this.#names.length) {
      this.#names = names;
      this.#point = new Float64Array(names.length + 2);
    }
    this.#point.fill(0);
    this.#books = this.#names.map((name) => this.#positions(this.#ledger.book(name)));
    this.#all = this.#positions(this.#ledger.balances());
    const holding = this.#books.filter(({ places }) => places.length > 0);
    const [first = NOTHING] = holding;
    this.#only = holding.length === 1 && sameOrder(first, this.#all) ? this.#books.indexOf(first) : -1;
  }

  #positions(holdings: Holdings): Positions {
    const amounts: number[] = [];
    const places: LastPrice[] = [];
    for (const [token, { amount }] of holdings) {
      amounts.push(toDouble(amount));
      places.push(this.#board.place(token));
    }
    return { amounts: new Float64Array(amounts), places };
  }
}

function sameOrder(a: Positions, b: Positions): boolean {
  return (
    a.places.length === b.places.length &&
    a.places.every((place, i) => place === b.places[i] && a.amounts[i] === b.amounts[i])
  );
}

/** As `valueUsd`: what never had a price counts as 0. */
function sum({ amounts, places }: Positions): number {
  let total = 0;
  for (let i = 0; i < places.length; i++) {
    const { usd } = places[i] as LastPrice;
    if (!Number.isNaN(usd)) total += (amounts[i] as number) * usd;
  }
  return total;
}

/** The same, NaN where something has no price. */
function priced({ amounts, places }: Positions): number {
  let total = 0;
  for (let i = 0; i < places.length; i++) total += (amounts[i] as number) * (places[i] as LastPrice).usd;
  return total;
}
