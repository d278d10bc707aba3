import { toDouble } from "../core/decimal.js";
import type { PriceBoard } from "../model/price-board.js";
import type { Holding } from "../model/holding.js";
import type { TokenName } from "../model/token.js";

/** Anything that lists tokens with their holdings, such as a book. */
export type Holdings = Iterable<readonly [TokenName, Pick<Holding, "amount">]>;

/**
 * USD value of holdings at the board's last known prices, in plain numbers. Tokens whose price was
 * never known count as 0; `unpricedTokens` names them.
 */
export function valueUsd(holdings: Holdings, board: PriceBoard): number {
  let total = 0;
  for (const [token, { amount }] of holdings) {
    const price = board.get(token);
    if (price !== null) total += toDouble(amount) * price.usd;
  }
  return total;
}

/** The tokens held whose price was never known. */
export function unpricedTokens(holdings: Holdings, board: PriceBoard): TokenName[] {
  const missing: TokenName[] = [];
  for (const [token, { amount }] of holdings) if (!amount.isZero() && board.get(token) === null) missing.push(token);
  return missing;
}
