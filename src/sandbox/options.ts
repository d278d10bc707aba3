import type { Clock } from "../core/time/clock.js";
import type { Log } from "../core/log.js";
import { PUBLIC_RATE_LIMITS } from "../model/public-rate-limits.js";
import type { RateLimit } from "../model/rules.js";
import type { TokenRegistry } from "../model/token-registry.js";
import type { TokenName } from "../model/token.js";
import type { FaultPlan } from "./faults/plan.js";
import type { ProfileName } from "./profiles/names.js";
import type { CompetitionSettings, MarketPrices, Registration } from "../venue/index.js";

/** What the sandbox trades on: a Market of the tape, or anything that knows the price of every moment. */
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
  /** What differs from the settings of the sandbox. */
  readonly settings?: Partial<CompetitionSettings>;
}

export interface SandboxOptions {
  /** Whether it behaves as the interface is written, or as the deployed service did. Default `document`. */
  readonly profile?: ProfileName;
  /** All that the service says of time is this clock's. */
  readonly clock: Clock;
  readonly registry: TokenRegistry;
  readonly market: SandboxMarket;
  /** Of ids and of all chance in the exchange. Default: a new one. */
  readonly seed?: string;
  /** Of the teams' keys, for tests: whoever knows it knows them. Default: a new one. */
  readonly keySeed?: string;
  /** Teams with a key each: how many (`Team 1`, …), or which. Default 1. */
  readonly teams?: number | readonly Registration[];
  /** Whether the three house teams take part too. Default false. */
  readonly houseTeams?: boolean;
  /** In the order in which they are announced. Default: one, which starts at once and has no end. */
  readonly competitions?: readonly SandboxCompetition[];
  /** Slippage model, cross-chain, cap, start balances, snapshots, …: of every competition that does not say otherwise. */
  readonly settings?: Partial<CompetitionSettings>;
  /** How long a price is repeated, milliseconds. Default: the profile's, 0 or an hour. */
  readonly priceCacheMs?: number;
  /** How price answers write the blockchain type: as the interface shows it, or as typed clients of the public service want it. Default `upper`. The profile `deployed` always writes lower case. */
  readonly priceChainCase?: "upper" | "lower";
  /** Whether leaderboards are for administrators only. Default false. */
  readonly restrictedLeaderboard?: boolean;
  /** Whether the end of a competition closes everything for its teams (403), as some deployments do. Default false. The profile `deployed` always closes, with 500. */
  readonly closeAfterEnd?: boolean;
  /** Fixed windows per team; `off` limits nothing. Default: the public service's. */
  readonly rateLimits?: readonly RateLimit[] | "off";
  /** How it misbehaves on purpose; it can be changed while it runs (`sandbox.faults`). Default: not at all. */
  readonly faults?: FaultPlan;
  /** How long the whole of a request may take to come in, milliseconds of the machine's time. Default 60 s. */
  readonly requestMs?: number;
  readonly log?: Log;
}

/** The limits that a sandbox counts, and prints. */
export function rateLimitsOf({
  rateLimits = PUBLIC_RATE_LIMITS,
}: Pick<SandboxOptions, "rateLimits">): readonly RateLimit[] {
  return rateLimits === "off" ? [] : rateLimits;
}
