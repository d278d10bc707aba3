import type { Portfolio } from "../model/portfolio.js";
import type { Account } from "./account.js";
import type { PriceDesk } from "./price-desk.js";

/** Where a portfolio's numbers come from, as the service names it (service-interface 2.13). */
export const SNAPSHOT = "snapshot";
export const LIVE = "live-calculation";

/** USD of what an account holds, at the prices last read; a token without a price counts nothing. */
export function valueOf(account: Account, desk: PriceDesk): number {
  let total = 0;
  for (const { token, sent } of account.list()) total += sent * (desk.last(token) ?? 0);
  return total;
}

/**
 * The portfolio at the prices last read. A token without a price drops out, of the list and of the value.
 *
 * @param at when, epoch milliseconds; null for one that was computed for an answer
 */
export function portfolioOf(account: Account, desk: PriceDesk, at: number | null): Portfolio {
  const tokens = account.list().flatMap(({ token, amount, sent }) => {
    const price = sent > 0 ? desk.last(token) : null;
    return price === null ? [] : [{ token, amount, price, value: sent * price }];
  });
  const totalValue = tokens.reduce((sum, { value }) => sum + value, 0);
  return Object.freeze({ totalValue, tokens, snapshotAt: at, source: at === null ? LIVE : SNAPSHOT });
}
