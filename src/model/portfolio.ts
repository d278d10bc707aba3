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

/** The venue's own valuation. It comes from snapshots and may be minutes old: after a trade trust balances × prices. */
export interface Portfolio {
  /** USD. */
  readonly totalValue: number;
  readonly tokens: readonly {
    readonly token: TokenName;
    readonly amount: Decimal;
    /** USD; null where the venue had no price. */
    readonly price: number | null;
    readonly value: number;
  }[];
  /** Epoch milliseconds; null where it was computed for the answer. */
  readonly snapshotAt: number | null;
  readonly source: string;
}
