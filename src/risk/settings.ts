import type { PriceProof } from "../model/usual-price.js";
import type { TokenName } from "../model/token.js";

/** The limits that a person sets; each is off where it is absent. */
export interface RiskSettings {
  /** Largest trade, USD, above 0. */
  readonly maxTradeUsd?: number;
  /** Largest trade as a share of equity, 0 to 1. */
  readonly maxTradeShare?: number;
  /** Largest slippage of one trade, percent. */
  readonly maxSlippagePercent?: number;
  /** How far a fresh quote's prices may lie from those decided on, percent; see `maxPriceMove`. */
  readonly maxPriceMovePercent?: number;
  /** When a price that has jumped is traded on, to our disadvantage; see `unprovenPrice`. */
  readonly unprovenPrice?: PriceProof;
  /** Fewest seconds between two decisions' trades of a pair. */
  readonly minSecondsBetweenTrades?: number;
  /** Most trades a UTC day; a divided trade counts once. */
  readonly maxTradesPerDay?: number;
  /** Share of equity that stays in cash tokens, 0 to 1. */
  readonly cashReserve?: number;
  /** The tokens that may be bought, beside cash. */
  readonly tokens?: readonly TokenName[];
  readonly drawdownStop?: DrawdownSettings;
  /** How far below the competition's cap parts are kept, as a fraction of it: the venue checks at its own prices. Default 0.02. */
  readonly capMargin?: number;
  /** Smallest trade, USD; config has one key for this and for `ExecutionSettings.minTradeUsd`. Default 1. */
  readonly minTradeUsd?: number;
}

export interface DrawdownSettings {
  /** Loss from the peak at which trading stops, as a share of the peak, above 0 and below 1. */
  readonly share: number;
  /** How many samples in a row must agree. Default 3. */
  readonly samples?: number;
  /** How far the two values of a sample may differ, as a share of the larger. Default 0.03. */
  readonly agreement?: number;
}

export const DEFAULT_CAP_MARGIN = 0.02;
export const DEFAULT_MIN_TRADE_USD = 1;
