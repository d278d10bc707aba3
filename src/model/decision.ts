import type { JsonObject } from "../core/json.js";
import type { TokenName } from "./token.js";

interface Explained {
  /** Why, for people: it goes to the journal, the log and, with a swap, to the service. Not empty. */
  readonly reason: string;
  /** Facts behind the reason, machine-readable. */
  readonly evidence?: JsonObject;
}

interface Tradable extends Explained {
  /**
   * The strategy's name for this decision: `open` and `outcomes` have it, and `cancel` takes back by it. Unique within an
   * answer. A later answer may use it again: then a cancel means all that have it, and `decision` tells them apart.
   */
  readonly id?: string;
  /**
   * The worst acceptable price, in `to` per `from` (toAmount / fromAmount): a fresh quote below it drops the intent. Of a
   * target it holds for every step, whichever pair that swaps: it has a sense only where one pair is swapped one way.
   */
  readonly limit?: number;
  /** Milliseconds after which what has not been sent is dropped; rounded to whole ones, at least 1. */
  readonly validFor?: number;
  /** Goes before what is not urgent (stops). */
  readonly urgent?: boolean;
}

/** How much to sell: tokens of `from`, their value in USD, or a fraction (0 to 1] of the book's balance of `from`. */
export type SwapSize = { readonly amount: string } | { readonly usd: number } | { readonly fraction: number };

export interface SwapDecision extends Tradable {
  readonly kind: "swap";
  readonly from: TokenName;
  readonly to: TokenName;
  readonly size: SwapSize;
}

/**
 * The shares that the book shall have. Weights are shares of the book's value (0 to 1, together at
 * most 1); tokens that are not named stay, cash takes up what is left.
 */
export interface TargetDecision extends Tradable {
  readonly kind: "target";
  readonly weights: Readonly<Record<TokenName, number>>;
  /** Percentage points by which a share may be off before anything is traded. Default 0. */
  readonly band?: number;
}

/** Withdraws what has not yet been sent: of decisions by their `id`, of a token, or everything of the strategy. */
export interface CancelDecision extends Explained {
  readonly kind: "cancel";
  readonly id?: string;
  readonly token?: TokenName;
}

/** Does nothing, and says why. */
export interface HoldDecision extends Explained {
  readonly kind: "hold";
}

export type Decision = SwapDecision | TargetDecision | CancelDecision | HoldDecision;

/** The strategy's own id of a decision; null where it has none (a cancel's is another decision's). */
export const idOf = (decision: Decision): string | null =>
  decision.kind === "swap" || decision.kind === "target" ? (decision.id ?? null) : null;
