import type { HandVerdict } from "../execution/index.js";
import type { SwapSize } from "../model/decision.js";
import type { EventListener } from "../model/event.js";
import type { Mode } from "../model/mode.js";
import type { Outcome } from "../model/outcome.js";
import type { TokenName } from "../model/token.js";
import type { CompetitionView } from "../strategy/view.js";
import type { Loop } from "./loop/loop.js";
import type { EventStream } from "./events/event-stream.js";
import type { EngineResult } from "./result.js";

/** A swap asked for by a person, through the running bot. */
export interface SwapCommand {
  readonly from: TokenName;
  readonly to: TokenName;
  readonly size: SwapSize;
  readonly reason: string;
  /** Whose book pays: a strategy's name, or (default) what no strategy owns. */
  readonly book?: string;
  /** The person's name for it: a second one of that name is the same swap. */
  readonly id?: string;
  /** Whether it is made though an equal one was made a short while ago, or is not settled. */
  readonly again?: boolean;
}

/** What became of a swap, JSON-safe. */
export interface SwapResult {
  /** Several where it was divided. */
  readonly outcomes: readonly Outcome[];
  /** It was asked for before, then (epoch milliseconds of the machine's clock), and was not made again; null: this made it. */
  readonly askedBefore: number | null;
}

/** How far a swap is, JSON-safe. */
export interface SwapProgress {
  /** Its intents whose final outcome has not been heard. */
  readonly open: readonly string[];
  /** Of one of them it was just heard that it is not known whether it was made; null at the beginning. */
  readonly unknown: { readonly intent: string; readonly reason: string } | null;
}

/** What the bot is doing, JSON-safe. */
export interface EngineStatus {
  readonly phase: Mode;
  /** Why trades wait at this moment; null: nothing holds them back. */
  readonly held: string | null;
  readonly now: number;
  readonly competition: CompetitionView | null;
  /** Why it is in doubt whether the bot has to end, and since when, epoch milliseconds; nothing is sent meanwhile. Null: it is in no doubt. */
  readonly doubt: { readonly since: number; readonly reason: string } | null;
  /** USD; null before the competition, and if the price of something that is held was never known. */
  readonly equity: number | null;
  readonly strategies: readonly {
    readonly name: string;
    readonly version: string;
    readonly status: "running" | "warming-up" | "disabled";
    /** Since when it is disabled and why, when it will be ready, or how its last runs failed; null where it runs well. */
    readonly note: string | null;
    /** Failed runs since it decided last, and since the competition was joined. */
    readonly failedInARow: number;
    readonly failedRuns: number;
    /** USD of its book; null before the competition. */
    readonly value: number | null;
    /** Epoch milliseconds. */
    readonly lastTick: number | null;
    readonly nextRun: number | null;
    readonly open: number;
  }[];
  /** Intents that wait for a person. */
  readonly conflicts: readonly string[];
  /** The UTC day, `YYYY-MM-DD`, by which trades are counted. */
  readonly day: string;
  readonly tradesToday: number;
  /** Trades a day that are due; null where none are known to be. */
  readonly minTradesPerDay: number | null;
}

/** What may be asked of a running engine. */
export interface EngineControl {
  status(): EngineStatus;
  /**
   * Makes the swap, with all of risk and the protocol; gives what became of it in the end, however long that takes to find
   * out; of one whose id was used before what became of the first. Rejects with SwapUnsettledError where the bot ends before
   * that, with EqualSwapError where it equals one that was just made, and with SwapIdError where its id is another one's.
   * @param onProgress told when its intents are on disk, and each time that the outcome of one is not known
   */
  swap(command: SwapCommand, onProgress?: (progress: SwapProgress) => void): Promise<SwapResult>;
  /** Settles an intent that waits for a person. Rejects with ResolveError where that is not possible. */
  resolve(intent: string, verdict: HandVerdict): Promise<void>;
}

/** A bot in one competition: from connecting to the final standing. */
export interface Engine extends EngineControl {
  /** Runs to the end: waits on the clock between instants. Never rejects: what went wrong is in the result. */
  run(): Promise<EngineResult>;
  /** The same for a driver that moves a simulated clock: it asks `loop` for the next instant, and tells it to run that. */
  runDriven(): Promise<EngineResult>;
  /** What is due when, for a driver. */
  readonly loop: Pick<Loop, "next" | "run">;
  /**
   * Calls the listener with each event from now on, once what it reports is in the journal. Nothing waits for it: what
   * it throws is logged, the promise that it returns is awaited before its next event, and if more than 10,000 wait for
   * it, the oldest are dropped.
   *
   * @returns ends it: the listener is not called again
   */
  subscribe(listener: EventListener): () => void;
  /** How far the listeners are: for who moves a simulated clock, or ends the process. */
  readonly events: Pick<EventStream, "undelivered" | "delivered">;
  /** Ends it: no new trade, what is in flight is finished. A second call does not wait for that any more. */
  stop(reason: string): void;
  /**
   * Whether anything is under way: connecting, a tick, a reading, a trade, the end. What waits for the
   * clock alone (the next tick) is not; what waits for it in the middle (an answer that takes a second) is.
   */
  busy(): boolean;
  /** Resolves when nothing is under way, neither tick nor reading nor trade: for who moves a simulated clock. */
  idle(): Promise<void>;
}
