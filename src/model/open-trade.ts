import type { IntentState } from "./intent.js";
import type { TokenName } from "./token.js";

/** A trade of a strategy that is not finished, as the strategy sees it. */
export interface OpenTrade {
  readonly decision: number;
  readonly id: string | null;
  readonly intent: string;
  readonly state: IntentState;
  readonly from: TokenName;
  readonly to: TokenName;
  /** Plain decimal text. */
  readonly amount: string;
}
