import type { Clock } from "../core/time/clock.js";
import type { JsonObject } from "../core/json.js";
import type { Log } from "../core/log.js";
import type { ExecutorPorts } from "../execution/index.js";
import type { ClosedBars } from "../model/closed-bars.js";
import type { PriceHistory } from "../model/history.js";
import type { TeamProfile } from "../model/competition.js";
import type { JournalWriter, RunBacktest } from "../model/journal.js";
import type { Recovered } from "../model/recovered.js";
import type { ManualSwaps } from "../model/manual-swap.js";
import type { Price } from "../model/price.js";
import type { Rules } from "../model/rules.js";
import type { TokenRegistry } from "../model/token-registry.js";
import type { TokenName } from "../model/token.js";
import type { Venue } from "../model/venue.js";
import type { BoundStrategy } from "../strategy/bind/bind.js";
import type { Guard } from "../strategy/guard.js";
import type { EngineSettings } from "./settings.js";

/** Why a journal may not be used for a team, and what a person can do about it. */
export interface TeamRefusal {
  readonly reason: string;
  readonly remedy: string;
}

/** What the engine hands on to execution as it is. */
type PassedOn = Pick<ExecutorPorts, "wall" | "journalId" | "knowsIntent" | "ownerOfTrade" | "adjustedSince">;

/**
 * All that an engine knows of the world. Live, dry-run and backtest differ in these alone: nothing
 * in the engine asks which of them it is in.
 */
export interface EnginePorts extends PassedOn {
  readonly clock: Clock;
  readonly venue: Venue;
  /** Whether every read of the venue is answered at once: then none can be late. Default false. */
  readonly answersAtOnce?: boolean;
  readonly journal: JournalWriter;
  /** What the journal knows of a competition; null, or empty, where it never saw it. */
  recover(competitionId: string): Recovered | null;
  /** What was asked for by hand; absent where no person asks. */
  readonly manualSwaps?: ManualSwaps;
  /**
   * Why the journal may not be used for a team; null where it may. Asked once the team is known, before anything is
   * looked up or traded for it; absent: it may be used for any.
   */
  refuseTeam?(team: TeamProfile): TeamRefusal | null;
  readonly log: Log;
  /** Of all chance: the same seed, prices and config give the same run. */
  readonly seed: string;
  readonly registry: TokenRegistry;
  readonly strategies: readonly BoundStrategy[];
  readonly settings: EngineSettings;
  /** This start, as the journal shall know it. */
  readonly run: {
    readonly id: string;
    readonly version: string;
    readonly config: JsonObject;
    /** Whether the venue ends with this run: then `recover` gives null, and no later run takes up what it left. */
    readonly rehearsal?: boolean;
    readonly backtest?: RunBacktest;
  };
  /** Prices of the past for warming up, the most trusted first (tapes of config, then the bot's own). */
  readonly history?: readonly PriceHistory[];
  /** Recorded bars, which strategies are then given as they are; absent, or where it has none: bars are built from price samples. */
  readonly closedBars?: ClosedBars;
  /** Runs a strategy's code, and stops it when it does not return. */
  readonly guard: Guard;
  /** Where the API key comes from, for people: told when the service accepts it no more. */
  readonly keySource?: string;
  /** From when on no competition will begin any more, where that is known, as of an embedded sandbox: none is waited for then. */
  readonly lastEnd?: number | null;
  /** Told of every price read, and for which instant (the bot's own tape). */
  onPrice?(token: TokenName, price: Price, askedAt: number): void;
  /** Told of the rules when they are first known and when they change (the gateway's limits). */
  onRules?(rules: Rules): void;
}
