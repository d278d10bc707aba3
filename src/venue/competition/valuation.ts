import type { NamedPortfolio } from "../../model/portfolio.js";
import type { TokenName } from "../../model/token.js";
import type { Account } from "../team/account.js";
import type { PriceDesk } from "../price/price-desk.js";

/** Where a portfolio's numbers come from, as the service names it (service-interface 2.13). */
const SNAPSHOT = "snapshot";
const LIVE = "live-calculation";

/** USD of what an account holds, at the prices last read; a token without a price counts nothing. */
export function valueOf(account: Account, desk: PriceDesk): number {
  let total = 0;
  for (const { token, sent } of account.list()) total += sent * (desk.last(token) ?? 0);
  return total;
}

/**
 * The portfolio of an account. A token without a price drops out, of the list and of the value.
 *
 * @param priceOf USD for one token, or null
 * @param at when, epoch milliseconds; null for one that was computed for an answer
 */
export function portfolioOf(
  account: Account,
  priceOf: (token: TokenName) => number | null,
  at: number | null,
): NamedPortfolio {
  const tokens: NamedPortfolio["tokens"][number][] = [];
  let totalValue = 0;
  for (const { token, amount, sent } of account.list()) {
    const price = sent > 0 ? priceOf(token) : null;
    if (price === null) continue;
    const value = sent * price;
    totalValue += value;
    tokens.push({ token, amount, price, value });
  }
  return Object.freeze({ totalValue, tokens, snapshotAt: at, source: at === null ? LIVE : SNAPSHOT });
}
