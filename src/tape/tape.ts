import type { Bars } from "../model/bar.js";
import type { PriceHistory, PricePoint } from "../model/history.js";
import type { Token, TokenName } from "../model/token.js";
import type { Market } from "./market.js";
import type { PriceSeries } from "./price-series.js";

/** A quote as it was read. */
export interface RecordedQuote {
  /** When it was read, epoch milliseconds. */
  readonly at: number;
  readonly from: TokenName;
  readonly to: TokenName;
  /** Tokens sold and bought, above 0. */
  readonly fromAmount: number;
  readonly toAmount: number;
  /** USD for one token, as the quote said; null where it did not. */
  readonly fromPrice: number | null;
  readonly toPrice: number | null;
}

/** A stretch without readings that is longer than the tape's interval. */
export interface TapeGap {
  readonly token: TokenName;
  /** The last reading before it (of bars, the end of the last one) and the first one after it, epoch milliseconds. */
  readonly from: number;
  readonly until: number;
}

/** What a tape holds of one token. */
export interface TapeTrack {
  readonly token: Token;
  /** Readings or bars. */
  readonly rows: number;
  /** First reading, and the end of the last one (of the last bar, where there are bars), epoch milliseconds. */
  readonly from: number;
  readonly until: number;
  /** Milliseconds between two readings, usually; of bars their length. */
  readonly interval: number;
}

/** A recorded tape, as it was when it was opened. Reads nothing more from disk than what is asked for. */
export interface Tape extends PriceHistory {
  /** Where it lies; null where it was made in memory. */
  readonly folder: string | null;
  /** Where the prices come from, for people; says "synthetic" wherever they were made up. */
  readonly label: string;
  readonly tracks: readonly TapeTrack[];
  /** The span in which every token has a price, [from, until), epoch milliseconds. */
  readonly from: number;
  readonly until: number;
  /** The shortest interval of its tracks, milliseconds. */
  readonly interval: number;
  readonly gaps: readonly TapeGap[];
  /** Of all it holds: 16 hex digits, the same for the same readings however they are stored. */
  readonly fingerprint: string;
  /** The prices of a token, each holding until the next one; of bars, their opens. Null where it has none. */
  prices(token: TokenName): PriceSeries | null;
  /** When each of these prices last moved, epoch milliseconds, as long as `prices(token).times`; null where that was not recorded. */
  movedAt(token: TokenName): Float64Array | null;
  /** The instant for which each of these prices was read, epoch milliseconds; null where that was not recorded. */
  askedAt(token: TokenName): Float64Array | null;
  /** As of every price history; here at once. */
  points(token: TokenName, from: number, until: number): readonly PricePoint[];
  /** Recorded bars; null where only prices were recorded. */
  bars(token: TokenName): Bars | null;
  /** Recorded quotes of a pair, oldest first; empty where there are none. */
  quotes(from: TokenName, to: TokenName): readonly RecordedQuote[];
  /** Pairs of which there are quotes. */
  readonly quotedPairs: readonly (readonly [from: TokenName, to: TokenName])[];
  /** The tape as a market of these tokens (all of them where none are named). */
  market(tokens?: readonly TokenName[]): Market;
  /** The part in [from, until) as a tape of its own, without copying: nothing outside of it can be reached through it. */
  between(from: number, until: number): Tape;
}
