import type { Decimal } from "../core/number/decimal.js";
import type { TokenName } from "./token.js";

/** A balance as the venue sent it. `sent` is the double of the wire: compare with it, not with a difference. */
export interface Balance {
  readonly token: TokenName;
  readonly amount: Decimal;
  readonly sent: number;
}

/** What the venue sent of a token; one that it does not name is not held. */
export function sentOf(balances: readonly Balance[], token: TokenName): number {
  return balances.find((balance) => balance.token === token)?.sent ?? 0;
}

/** A token of a portfolio. */
export interface PortfolioToken {
  /** Null if the service does not say on which chain it is, and its address is not that of exactly one known token. */
  readonly token: TokenName | null;
  /** As the service sent it. Absent: the address of `token`. */
  readonly address?: string;
  readonly amount: Decimal;
  /** USD; null where the venue had no price. */
  readonly price: number | null;
  /** USD. */
  readonly value: number;
}

/** The venue's own valuation. It comes from snapshots and may be minutes old: after a trade trust balances × prices. */
export interface Portfolio {
  /** USD. */
  readonly totalValue: number;
  readonly tokens: readonly PortfolioToken[];
  /** Epoch milliseconds; null where it was computed for the answer. */
  readonly snapshotAt: number | null;
  readonly source: string;
}

/** A portfolio in which every token has a name. */
export interface NamedPortfolio extends Portfolio {
  readonly tokens: readonly (PortfolioToken & { readonly token: TokenName })[];
}
