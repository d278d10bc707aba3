import type { Decimal } from "../core/number/decimal.js";
import type { EquityPoint } from "../model/journal.js";
import type { LastPrice, PriceBoard } from "../model/price-board.js";
import type { TokenName } from "../model/token.js";
import type { Ledger } from "./ledger.js";

/** How much is held of a token, and where its last price stands. */
interface Position {
  readonly amount: number;
  readonly price: LastPrice;
}

/**
 * What a ledger's books are worth at a board's last known prices, for callers that ask at every price: amounts are
 * turned into numbers once, until a book changes. The figures are those of `Ledger.worth` and `valueUsd`, to the last bit. USD.
 */
export class BookValues {
  readonly #ledger: Ledger;
  readonly #board: PriceBoard;
  #version = -1;
  #all: readonly Position[] = [];
  #books: readonly { readonly name: string; readonly positions: readonly Position[] }[] = [];

  constructor(ledger: Ledger, board: PriceBoard) {
    this.#ledger = ledger;
    this.#board = board;
  }

  /** The value of everything. What never had a price counts as 0. */
  total(): number {
    this.#read();
    return valueOf(this.#all);
  }

  /** The value of everything and of each book; null where something that is held never had a price: the figures would leave it out. */
  equity(): Pick<EquityPoint, "total" | "books"> | null {
    this.#read();
    for (const { price } of this.#all) if (Number.isNaN(price.usd)) return null;
    const books: Record<string, number> = {};
    for (const { name, positions } of this.#books) books[name] = valueOf(positions);
    return { total: valueOf(this.#all), books };
  }

  #read(): void {
    const ledger = this.#ledger;
    if (ledger.version === this.#version) return;
    this.#version = ledger.version;
    this.#all = [...ledger.sums].map(([token, amount]) => this.#position(token, amount));
    this.#books = ledger.books().map((name) => {
      return { name, positions: [...ledger.book(name)].map(([token, { amount }]) => this.#position(token, amount)) };
    });
  }

  #position(token: TokenName, amount: Decimal): Position {
    return { amount: amount.toNumber(), price: this.#board.place(token) };
  }
}

/** As `valueUsd`: what never had a price counts as 0. */
function valueOf(positions: readonly Position[]): number {
  let total = 0;
  for (const { amount, price } of positions) if (!Number.isNaN(price.usd)) total += amount * price.usd;
  return total;
}
