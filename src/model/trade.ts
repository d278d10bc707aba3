import type { Decimal } from "../core/number/decimal.js";
import type { TokenName } from "./token.js";

/** What is asked of a venue: sell exactly `amount` of `from` for `to`. */
export interface SwapRequest {
  readonly from: TokenName;
  readonly to: TokenName;
  /** Tokens of `from`, above 0; what `bookable` leaves of it is what is asked for. */
  readonly amount: Decimal;
}

export interface ExecuteRequest extends SwapRequest {
  readonly reason: string;
  /** Percent; the public service ignores it. */
  readonly slippageTolerance?: number;
}

/** What a venue says a swap would give now. */
export interface Quote {
  readonly from: TokenName;
  readonly to: TokenName;
  readonly fromAmount: Decimal;
  /** Not above 0 if slippage would take everything: see `givesSomething`. */
  readonly toAmount: Decimal;
  /** toAmount / fromAmount. */
  readonly exchangeRate: number;
  /** Percent. */
  readonly slippage: number;
  /** USD, or null where the venue does not say. */
  readonly fromPrice: number | null;
  readonly toPrice: number | null;
  /** When it was read, epoch milliseconds. */
  readonly at: number;
}

/** Whether a trade may be made on a quote: at a slippage of 100 % or more it gives nothing, or a negative amount. */
export function givesSomething({ toAmount }: Pick<Quote, "toAmount">): boolean {
  return toAmount.greaterThan(0);
}

/** What a venue executed (or, `success` false, tried to). */
export interface Trade {
  readonly id: string;
  readonly teamId: string;
  readonly competitionId: string;
  readonly from: TokenName;
  readonly to: TokenName;
  readonly fromAmount: Decimal;
  readonly toAmount: Decimal;
  /** toAmount / fromAmount. */
  readonly price: number;
  readonly success: boolean;
  readonly error: string | null;
  readonly reason: string | null;
  /** The venue's time, epoch milliseconds. */
  readonly at: number;
}

/** Why a venue refused a trade before making it. The codes follow the service's texts; `NOT_SENT`: the request never left. */
export const REJECTIONS = [
  "UNAUTHORIZED",
  "DEACTIVATED",
  "NO_COMPETITION",
  "COMPETITION_ENDED",
  "NOT_PARTICIPATING",
  "RATE_LIMITED",
  "MISSING_FIELD",
  "BAD_AMOUNT",
  "TOO_SMALL",
  "SAME_TOKEN",
  "NO_PRICE",
  "CROSS_CHAIN",
  "INSUFFICIENT_BALANCE",
  "OVER_CAP",
  "SLIPPAGE",
  "MALFORMED",
  "NOT_SENT",
] as const;
export type RejectionCode = (typeof REJECTIONS)[number];

/**
 * How an execute went. `rejected` only where the venue is known to refuse before trading, by a text
 * that it is known to use; everything else that is not a trade is `unknown`.
 */
export type ExecuteResult =
  | { readonly kind: "filled"; readonly trade: Trade }
  | { readonly kind: "rejected"; readonly code: RejectionCode; readonly text: string }
  | { readonly kind: "unknown"; readonly error: Error };
