import type { MaybePromise } from "../core/maybe.js";
import type { TokenName } from "./token.js";

/** A price at a moment: what bars are built from. */
export interface PricePoint {
  /** Epoch milliseconds. */
  readonly at: number;
  /** USD, above 0. */
  readonly usd: number;
}

/** Prices of the past, from a tape or a file of bars: for warming up. */
export interface PriceHistory {
  /** The points of a token in [from, until), oldest first; empty where it has none. */
  points(token: TokenName, from: number, until: number): MaybePromise<readonly PricePoint[]>;
}
