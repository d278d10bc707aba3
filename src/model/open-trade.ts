import type { IntentState } from "./intent.js";
import type { TokenName } from "./token.js";

/** A trade of a strategy that is not finished, as the strategy sees it. */
export interface OpenTrade {
  /** The journal's number of the decision behind it. */
  readonly decision: number;
  /** The strategy's own id of that decision; null where it gave none. */
  readonly id: string | null;
  /** The id of the intent, by which the journal's commands know it. */
  readonly intent: string;
  readonly state: IntentState;
  readonly from: TokenName;
  readonly to: TokenName;
  /** Tokens of `from`, plain decimal text. */
  readonly amount: string;
}
