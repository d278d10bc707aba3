import type { Clock } from "../core/time/clock.js";
import type { Log } from "../core/log.js";
import { PUBLIC_RATE_LIMITS } from "../model/public-rate-limits.js";
import type { RateLimit } from "../model/rules.js";
import type { TokenRegistry } from "../model/token-registry.js";
import type { TokenName } from "../model/token.js";
import type { FaultPlan } from "./faults/plan.js";
import type { ProfileName } from "./profiles/names.js";
import type { CompetitionSettings, MarketPrices, Registration } from "../venue/index.js";

/** The prices that the sandbox trades on: a Market of a tape, or any other source with a price at every time. */
export interface SandboxMarket extends MarketPrices {
  readonly tokens: readonly TokenName[];
}

/** A competition of the sandbox. Every team takes part in it. */
export interface SandboxCompetition {
  readonly name?: string;
  readonly description?: string;
  /** Milliseconds until it starts by itself; 0 or less: at once. Without it, it waits for `exchange.start`. */
  readonly startIn?: number;
  /** Milliseconds from its start until it ends by itself. Without it, it waits for `exchange.end`. */
  readonly duration?: number;
  /** Settings of this competition that differ from the sandbox's. */
  readonly settings?: Partial<CompetitionSettings>;
}

export interface SandboxOptions {
  /** Whether it behaves as the interface is written, or as the deployed service did. Default `document`. */
  readonly profile?: ProfileName;
  /** The clock of all times that the service reports. */
  readonly clock: Clock;
  readonly registry: TokenRegistry;
  readonly market: SandboxMarket;
  /** The seed of ids and all random numbers in the exchange. Default: a new one. */
  readonly seed?: string;
  /** The seed of the teams' keys, only for tests, because it reveals the keys. Default: a new one. */
  readonly keySeed?: string;
  /** Teams with a key each: how many (`Team 1`, …), or which. Default 1. */
  readonly teams?: number | readonly Registration[];
  /** Whether the three built-in house teams also take part. Default false. */
  readonly houseTeams?: boolean;
  /** In the order in which they are announced. Default: one, which starts at once and has no end. */
  readonly competitions?: readonly SandboxCompetition[];
  /** Default settings of all competitions: slippage model, cross-chain, cap, start balances, snapshots, …. */
  readonly settings?: Partial<CompetitionSettings>;
  /** How long a price is cached, milliseconds. Default: the profile's, 0 or an hour. */
  readonly priceCacheMs?: number;
  /**
   * How price answers write the blockchain type: as the interface shows it, or as typed clients of the public service
   * want it. Default `upper`. The profile `deployed` always writes lower case.
   */
  readonly priceChainCase?: "upper" | "lower";
  /** Whether leaderboards are for administrators only. Default false. */
  readonly restrictedLeaderboard?: boolean;
  /**
   * Whether all requests of teams are refused (403) after the competition, as in some deployments. Default false. The
   * profile `deployed` always refuses them, with 500.
   */
  readonly closeAfterEnd?: boolean;
  /** Fixed windows per team; `off` limits nothing. Default: the public service's. */
  readonly rateLimits?: readonly RateLimit[] | "off";
  /** The fault plan, which can be changed while it runs (`sandbox.faults`). Default: no faults. */
  readonly faults?: FaultPlan;
  /** The longest time until a request has arrived completely, milliseconds of the machine's time. Default 60 s. */
  readonly requestMs?: number;
  readonly log?: Log;
}

/** The limits that a sandbox counts, and prints. */
export function rateLimitsOf({
  rateLimits = PUBLIC_RATE_LIMITS,
}: Pick<SandboxOptions, "rateLimits">): readonly RateLimit[] {
  return rateLimits === "off" ? [] : rateLimits;
}
