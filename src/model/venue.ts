import type { MaybePromise } from "../core/maybe.js";
import type { CompetitionStatus, Leaderboard, TeamProfile, UpcomingCompetition } from "./competition.js";
import type { LimitsLeft } from "./limits-left.js";
import type { Balance, Portfolio } from "./portfolio.js";
import type { PriceReading, TokenInfo } from "./price.js";
import type { Rules } from "./rules.js";
import type { TokenName } from "./token.js";
import type { ExecuteRequest, ExecuteResult, Quote, SwapRequest, Trade } from "./trade.js";

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** `trade` may use the reserve that is kept for trades and what they need; `read` (the default) may not. */
  readonly purpose?: "read" | "trade";
  /** Epoch milliseconds of the venue's clock after which the request does not leave any more; absent: it may, whenever. */
  readonly sendBy?: number | undefined;
}

/** Where prices are read. */
export interface PriceSource {
  /** The price now; `usd` null where there is none. */
  price(token: TokenName, options?: CallOptions): MaybePromise<PriceReading>;
}

/** What may be read of a venue. Every method may throw a ContenderError, or reject with one. */
export interface VenueReads extends PriceSource {
  tokenInfo(token: TokenName, options?: CallOptions): MaybePromise<TokenInfo>;
  quote(request: SwapRequest, options?: CallOptions): MaybePromise<Quote>;
  balances(options?: CallOptions): MaybePromise<readonly Balance[]>;
  portfolio(options?: CallOptions): MaybePromise<Portfolio>;
  /** Newest first, of all competitions. */
  trades(options?: CallOptions): MaybePromise<readonly Trade[]>;
  profile(options?: CallOptions): MaybePromise<TeamProfile>;
  status(options?: CallOptions): MaybePromise<CompetitionStatus>;
  rules(options?: CallOptions): MaybePromise<Rules>;
  /** Of the active competition where no id is given. */
  leaderboard(competitionId?: string, options?: CallOptions): MaybePromise<Leaderboard>;
  upcoming(options?: CallOptions): MaybePromise<readonly UpcomingCompetition[]>;
}

/** A view of a venue in which equal reads are one request, until it is closed. */
export interface ReadScope extends VenueReads {
  close(): void;
}

/** VenueReads of which every answer is a promise. */
export type AsyncReads = {
  [Method in keyof VenueReads]: (
    ...args: Parameters<VenueReads[Method]>
  ) => Promise<Awaited<ReturnType<VenueReads[Method]>>>;
};

/** Where trades are made: the gateway (live), or the simulated venue (dry-run, backtest). */
export interface Venue extends VenueReads {
  /** Never sent twice, never throws: what went wrong is in the result. */
  execute(request: ExecuteRequest, options?: CallOptions): MaybePromise<ExecuteResult>;
  /**
   * Milliseconds until a trade, its quote and its request, would be sent without waiting for a rate limit, were nobody
   * else to come; 0: now. Absent where nothing limits.
   */
  tradeRoomIn?(): number;
  /** Whether the service runs, asked without a key; absent where there is no service behind the venue. */
  health?(options?: CallOptions): MaybePromise<{ readonly status: string }>;
  /** Opens one; the next execute closes it too. */
  scope(): ReadScope;
  limitsLeft(): LimitsLeft;
}
