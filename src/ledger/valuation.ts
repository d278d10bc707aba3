import type { PriceBoard } from "../model/price-board.js";
import type { Book } from "./books.js";

/** USD value of a book at the board's last known prices, in plain numbers. Tokens whose price was never known count as 0. */
export function valueUsd(book: Book, board: PriceBoard): number {
  let total = 0;
  for (const [token, { amount }] of book) {
    const price = board.get(token);
    if (price !== null) total += amount.toNumber() * price.usd;
  }
  return total;
}
