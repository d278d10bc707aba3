import type { EngineStatus } from "../../engine/control.js";
import type { CompetitionStatus, Leaderboard, TeamProfile, UpcomingCompetition } from "../../model/competition.js";
import type { Outcome } from "../../model/outcome.js";
import type { Rules } from "../../model/rules.js";
import type { TokenName } from "../../model/token.js";
import type { RequestKind } from "../control/requests.js";

/** Amounts are plain decimal texts, values USD, times epoch milliseconds: everything here survives JSON. */
interface BalancesAnswer {
  readonly balances: readonly { readonly token: TokenName; readonly amount: string }[];
}

interface PortfolioAnswer {
  readonly totalValue: number;
  readonly tokens: readonly {
    readonly token: TokenName;
    readonly amount: string;
    readonly price: number | null;
    readonly value: number;
  }[];
  readonly snapshotAt: number | null;
  readonly source: string;
}

export interface TradeAnswer {
  readonly id: string;
  readonly at: number;
  readonly competitionId: string;
  readonly from: TokenName;
  readonly to: TokenName;
  readonly fromAmount: string;
  readonly toAmount: string;
  readonly price: number;
  readonly success: boolean;
  readonly error: string | null;
  readonly reason: string | null;
}

export interface QuoteAnswer {
  readonly from: TokenName;
  readonly to: TokenName;
  readonly fromAmount: string;
  readonly toAmount: string;
  readonly exchangeRate: number;
  /** Percent. */
  readonly slippage: number;
  readonly fromPrice: number | null;
  readonly toPrice: number | null;
  readonly at: number;
}

export interface PriceAnswer {
  readonly token: TokenName;
  readonly address: string;
  readonly specificChain: string;
  /** Null: the service has no price for it. */
  readonly usd: number | null;
  readonly readAt: number;
}

export interface TokenAnswer {
  readonly token: TokenName;
  readonly address: string;
  readonly chain: string;
  /** As the service says; null where it does not know the token. */
  readonly specificChain: string | null;
  readonly usd: number | null;
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
  /** Why prices and quotes are no longer recorded; null where they are, or never were to be. */
  readonly notRecorded: string | null;
}

interface StatusAnswer extends CompetitionStatus {
  /** Where the service is. */
  readonly service: string;
  /** Null where no bot runs on this data folder. */
  readonly bot: BotAnswer | null;
}

/** What each request is answered with. */
export interface Answers extends Record<RequestKind, unknown> {
  readonly status: StatusAnswer;
  readonly health: HealthAnswer;
  readonly balances: BalancesAnswer;
  readonly portfolio: PortfolioAnswer;
  readonly trades: { readonly trades: readonly TradeAnswer[] };
  readonly leaderboard: Leaderboard & { readonly teamId: string | null };
  readonly rules: Rules;
  readonly upcoming: { readonly competitions: readonly UpcomingCompetition[] };
  readonly price: PriceAnswer;
  readonly token: TokenAnswer;
  readonly quote: QuoteAnswer;
  readonly swap: { readonly outcomes: readonly Outcome[] };
  readonly profile: TeamProfile;
  readonly "set-profile": TeamProfile;
  readonly "rotate-key": { readonly rotated: true; readonly keyFile: string };
  readonly resolve: { readonly intent: string; readonly verdict: string };
  readonly stop: { readonly stopping: true };
}
