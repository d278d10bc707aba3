import type { Bars } from "../model/bar.js";
import type { PriceHistory, PricePoint } from "../model/history.js";
import type { Token, TokenName } from "../model/token.js";
import type { Market } from "./market.js";
import type { PriceSeries } from "./price-series.js";

/** A recorded quote. */
export interface RecordedQuote {
  /** When it was read, epoch milliseconds. */
  readonly at: number;
  readonly from: TokenName;
  readonly to: TokenName;
  /** Tokens sold and bought, above 0. */
  readonly fromAmount: number;
  readonly toAmount: number;
  /** USD for one token, as stated in the quote; null if not stated. */
  readonly fromPrice: number | null;
  readonly toPrice: number | null;
}

/** A time without readings that is longer than the tape's interval. */
export interface TapeGap {
  readonly token: TokenName;
  /** The last reading before it (of bars, the end of the last one) and the first one after it, epoch milliseconds. */
  readonly from: number;
  readonly until: number;
}

/** The description of one token's data on a tape. */
export interface TapeTrack {
  readonly token: Token;
  /** Readings or bars. */
  readonly rows: number;
  /** First reading, and the end of the last one (of the last bar, where there are bars), epoch milliseconds. */
  readonly from: number;
  readonly until: number;
  /** The usual time between two readings, or the length of bars, milliseconds. */
  readonly interval: number;
}

/** A recorded tape, in the state in which it was opened. It reads only requested data from disk. */
export interface Tape extends PriceHistory {
  /** The tape's folder; null if it was made in memory. */
  readonly folder: string | null;
  /** The source of the prices, for display; contains "synthetic" for synthetic prices. */
  readonly label: string;
  readonly tracks: readonly TapeTrack[];
  /** The span in which every token has a price, [from, until), epoch milliseconds. */
  readonly from: number;
  readonly until: number;
  /** The shortest interval of its tracks, milliseconds. */
  readonly interval: number;
  readonly gaps: readonly TapeGap[];
  /** A hash of all its data, 16 hex digits. It does not depend on how the data is stored. */
  readonly fingerprint: string;
  /** The prices of a token, each valid until the next one; of bars, their opens. Null if there are none. */
  prices(token: TokenName): PriceSeries | null;
  /**
   * The times at which each of these prices last moved, epoch milliseconds, as many as `prices(token).times`; null if not
   * recorded.
   */
  movedAt(token: TokenName): Float64Array | null;
  /** The instant for which each of these prices was read, epoch milliseconds; null if not recorded. */
  askedAt(token: TokenName): Float64Array | null;
  /** The points of a token in a range, without waiting. */
  points(token: TokenName, from: number, until: number): readonly PricePoint[];
  /** Recorded bars; null if only prices were recorded. */
  bars(token: TokenName): Bars | null;
  /** Recorded quotes of a pair, oldest first; empty if there are none. */
  quotes(from: TokenName, to: TokenName): readonly RecordedQuote[];
  /** The pairs with quotes. */
  readonly quotedPairs: readonly (readonly [from: TokenName, to: TokenName])[];
  /** The tape as a market of these tokens (default: all). */
  market(tokens?: readonly TokenName[]): Market;
  /** The part in [from, until) as a separate tape, without copying. Data outside of it is not accessible through it. */
  between(from: number, until: number): Tape;
}
