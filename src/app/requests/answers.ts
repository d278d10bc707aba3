import type { JsonValue } from "../../core/json.js";
import type { Decimal } from "../../core/number/decimal.js";
import type { EngineStatus, SwapResult } from "../../engine/control.js";
import type { CompetitionStatus, Leaderboard, TeamProfile } from "../../model/competition.js";
import type { Balance } from "../../model/portfolio.js";
import type { PriceReading, TokenInfo } from "../../model/price.js";
import type { Quote, Trade } from "../../model/trade.js";
import type { PlainReadName, VenueReads } from "../../model/venue.js";
import type { RequestKind } from "../control/requests.js";

/** Something of the model with its amounts as plain decimal texts; values are USD, times epoch milliseconds. */
type InTexts<T> = { readonly [Name in keyof T]: T[Name] extends Decimal ? string : T[Name] };

/** The same for all that is in it. */
type AllInTexts<T> = T extends Decimal
  ? string
  : T extends object
    ? { readonly [Name in keyof T]: AllInTexts<T[Name]> }
    : T;

/** What a read without an argument is answered with. */
export type ReadAnswer<Name extends PlainReadName> = AllInTexts<Awaited<ReturnType<VenueReads[Name]>>>;

export type TradeAnswer = InTexts<Omit<Trade, "teamId">>;
export type QuoteAnswer = InTexts<Quote>;

export interface PriceAnswer extends PriceReading {
  readonly address: string;
  readonly specificChain: string;
}

export interface TokenAnswer extends Omit<TokenInfo, "readAt"> {
  /** Whether it is its chain's cash token in this bot's config. */
  readonly cash: boolean;
}

interface HealthAnswer {
  readonly status: string;
  readonly version: string;
  /** Seconds. */
  readonly uptime: number;
  /** The service's time. */
  readonly at: number;
  /** Its parts, each `ok`; null where it does not say. */
  readonly services: Readonly<Record<string, string>> | null;
}

/** A running bot. */
export interface BotAnswer extends EngineStatus {
  readonly run: string;
  readonly pid: number;
  readonly dryRun: boolean;
  /** Why prices and quotes are no longer recorded; null if they are recorded or recording is off. */
  readonly notRecorded: string | null;
}

interface StatusAnswer extends Omit<CompetitionStatus, "active"> {
  /** The service, for display. */
  readonly service: string;
  /**
   * Why the service's status could not be read; null if it was read. Otherwise the service's values are null, and only
   * the bot's are given.
   */
  readonly unreadable: string | null;
  /** Null if the status could not be read. */
  readonly active: boolean | null;
  /** Null where no bot runs on this data folder. */
  readonly bot: BotAnswer | null;
}

/** The answers by request. All values survive JSON. */
export interface Answers extends Record<RequestKind, unknown> {
  readonly status: StatusAnswer;
  readonly health: HealthAnswer;
  readonly balances: { readonly balances: readonly InTexts<Omit<Balance, "sent">>[] };
  readonly trades: { readonly trades: readonly TradeAnswer[] };
  readonly leaderboard: Leaderboard & { readonly teamId: string | null };
  /** As `ReadAnswer` says, by the read. */
  readonly read: JsonValue;
  readonly price: PriceAnswer;
  readonly token: TokenAnswer;
  readonly quote: QuoteAnswer;
  readonly swap: SwapResult;
  readonly profile: TeamProfile;
  readonly "set-profile": TeamProfile;
  readonly "rotate-key": { readonly rotated: true; readonly keyFile: string };
  readonly resolve: { readonly intent: string; readonly verdict: string };
}
