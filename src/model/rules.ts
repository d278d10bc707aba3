import { ASSUMED_SLIPPAGE, type SlippageModel } from "./slippage.js";

/** What a rate limit counts. `each` is every endpoint by itself. */
export const RATE_SCOPES = ["trade", "price", "account", "all", "each"] as const;
export type RateScope = (typeof RATE_SCOPES)[number];

/** At most `count` requests of the scope in any `windowMs` milliseconds. */
export interface RateLimit {
  readonly scope: RateScope;
  readonly count: number;
  readonly windowMs: number;
}

/** Rules for which config has a default. */
export const ASSUMABLE_RULES = [
  "maxTradeShare",
  "minTradeAmount",
  "crossChain",
  "minTradesPerDay",
  "slippage",
] as const;
export type AssumableRule = (typeof ASSUMABLE_RULES)[number];

/** What the public service allows (service notes, "Trading"). */
export const PUBLIC_RULES = {
  maxTradeShare: 0.25,
  minTradeAmount: "0.000001",
  crossChain: false,
  slippage: ASSUMED_SLIPPAGE,
} as const satisfies Partial<Rules>;

/** The rules of a competition, as far as they are known. Null is "not said", never a guess. */
export interface Rules {
  /** The largest single trade as a share of the portfolio's value, 0.25 for 25 %. */
  readonly maxTradeShare: number | null;
  /** The smallest trade in tokens of what is sold, plain decimal text. */
  readonly minTradeAmount: string | null;
  readonly crossChain: boolean | null;
  /** Trades a day that a team must make to stay in. */
  readonly minTradesPerDay: number | null;
  readonly slippage: SlippageModel | null;
  readonly rateLimits: readonly RateLimit[];
  readonly snapshotIntervalMs: number | null;
  /** Specific chains on which tokens may be traded; null where not said. */
  readonly chains: readonly string[] | null;
  /** The service's own texts, as sent. */
  readonly texts: {
    readonly tradingRules: readonly string[];
    readonly rateLimits: readonly string[];
    readonly slippageFormula: string;
  } | null;
  /** Texts that this version could not read: reported, and otherwise ignored. */
  readonly unread: readonly string[];
  /** Where they come from: the service, or config's defaults while it does not say. */
  readonly source: "service" | "config";
  /** Of the service's rules: which of them it does not say, so that they are config's; absent: none. */
  readonly assumed?: readonly AssumableRule[];
  /** Epoch milliseconds. */
  readonly readAt: number;
}
