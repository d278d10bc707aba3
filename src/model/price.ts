import type { Chain, TokenName } from "./token.js";

/** What a price source answered for a token. */
export interface PriceReading {
  readonly token: TokenName;
  /** USD for one token, above 0; null where the source has no price (never 0). */
  readonly usd: number | null;
  /** When it was read, epoch milliseconds of the reader's clock. */
  readonly readAt: number;
}

/** What a venue knows of a token. */
export interface TokenInfo {
  readonly token: TokenName;
  readonly address: string;
  readonly chain: Chain;
  /** Where the venue found it; null where it does not know the token. */
  readonly specificChain: string | null;
  /** USD for one token; null where the venue has no price. */
  readonly usd: number | null;
  /** Epoch milliseconds of the reader's clock. */
  readonly readAt: number;
}

/** The last price of a token, with both its times: the service may repeat an old price for up to an hour. */
export interface Price {
  readonly usd: number;
  readonly readAt: number;
  /** When the price was first read with this value: a price that stands still is perhaps an old one. Epoch milliseconds. */
  readonly movedAt: number;
}
