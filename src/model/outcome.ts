import type { TokenName } from "./token.js";

/**
 * What became of (a part of) a decision, as its strategy is told:
 * - `filled`: executed; - `refused`: our risk said no; - `rejected`: the venue said no before trading;
 * - `dropped`: never sent (limit, validity, withdrawn, stop); - `not-executed`: sent, and proven not to have been executed;
 * - `unknown`: sent, and not yet known (its tokens are blocked); - `conflict`: a person is needed;
 * - `cut`: less is traded than was asked for: risk or the book allows no more, or no allowed swap reaches a target's share.
 */
export const OUTCOME_STATUSES = [
  "filled",
  "refused",
  "rejected",
  "dropped",
  "not-executed",
  "unknown",
  "conflict",
  "cut",
] as const;
export type OutcomeStatus = (typeof OUTCOME_STATUSES)[number];

/** Code of the outcome that a token is worth too little to be sold: a strategy is told it once, until it trades the token. */
export const DUST = "DUST";

/** JSON-safe: it is journalled and replayed as it is. */
export interface Outcome {
  /** The journal's number of the decision. */
  readonly decision: number;
  /** The strategy's own id of the decision, or null. */
  readonly id: string | null;
  /** Null where no intent was made of it (refused, cut). */
  readonly intent: string | null;
  readonly status: OutcomeStatus;
  /** The same token twice where a target ended as a whole, without a pair to name: see `pairText`. */
  readonly from: TokenName;
  readonly to: TokenName;
  /** Tokens sold and bought, plain decimal text; "0" where nothing was. */
  readonly fromAmount: string;
  readonly toAmount: string;
  /** What slippage cost against the prices known before, USD; null where not filled. */
  readonly costUsd: number | null;
  /** Literal, such as `OVER_CAP`, `LIMIT`, `MAX_TRADE`; "" where filled. */
  readonly code: string;
  /** For people. */
  readonly reason: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** For people: "USDC.eth to WETH.eth", or the one token where there is no pair. */
export const pairText = ({ from, to }: Pick<Outcome, "from" | "to">): string =>
  from === to ? from : `${from} to ${to}`;
