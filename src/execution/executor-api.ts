import type { Intent } from "../model/intent.js";
import type { BookEntry, DecisionRecord } from "../model/journal.js";
import type { Recovered, StoredIntent } from "../model/recovered.js";
import type { OpenTrade } from "../model/open-trade.js";
import type { TokenName } from "../model/token.js";
import type { Plan } from "./planning/plan.js";

/** What the journal knows of a competition beside open intents; everything may be left out where it is new. */
export type KnownBefore = Partial<
  Pick<
    Recovered,
    | "conflictsElsewhere"
    | "opened"
    | "waitingTargets"
    | "notExecuted"
    | "tradeIds"
    | "strayTrades"
    | "movedAt"
    | "markerEchoed"
    | "tradesByDay"
    | "countedParents"
    | "pairsTraded"
  >
> & {
  /** Those of `conflictsElsewhere` that this run has found before; absent: none. */
  readonly found?: readonly string[];
};

/** What a person says of a trade that the bot cannot settle. */
export type HandVerdict =
  | { readonly kind: "not-executed"; readonly reason: string }
  /** `tradeId` names it in the venue's list; left out, the marker finds it. */
  | { readonly kind: "filled"; readonly tradeId?: string; readonly reason: string };

/** A trade that was sent and of which it is not known whether it was made. */
export interface UnknownTrade {
  readonly intent: Intent;
  /** When it was sent, epoch milliseconds; null where the journal does not say. */
  readonly sentAt: number | null;
  /** What was looked at, and what that showed. */
  readonly known: string;
}

/**
 * Makes trades: plans decisions into intents, sends them one at a time, and finds out what became of
 * each. Never twice, never lost. It runs beside the ticks; nothing here throws because of the venue.
 */
export interface Executor {
  /**
   * What becomes of a strategy's decisions: for the journal's tick, then for `enqueue`. Changes nothing.
   * @param at the instant of the tick, epoch milliseconds
   * @param earlier plans of other strategies at the same instant that are not enqueued yet: they count towards daily trades, reserve and pairs
   */
  plan(strategy: string, decisions: readonly DecisionRecord[], at: number, earlier?: readonly Plan[]): Plan;
  /** Takes over a plan that is on disk: withdraws what it takes back, queues its intents, and begins to send. */
  enqueue(plan: Plan): void;
  /** How many trades were filled on the UTC day of an instant (epoch milliseconds), a divided one counted once, earlier runs' included. */
  tradesOn(at: number): number;
  /** The same with those that are under way: what the limit of trades a day goes by. */
  tradesBegunOn(at: number): number;
  /** The strategy's trades that are not finished, CONFLICT included. */
  openTrades(strategy: string): readonly OpenTrade[];
  /**
   * Takes over the intents of earlier runs, before the first decision: PREPARED ones are DROPPED, SENT
   * and UNKNOWN ones resolved, CONFLICTs keep blocking their tokens. Targets that waited are told as dropped. Tokens are blocked when the call
   * returns; the promise resolves when the trades made so far were read, or could not be, and nothing is unknown any
   * more, or the executor failed.
   * @param only id of the one intent that is taken over: the others stay as they are, and their trades are theirs
   */
  recover(stored: readonly StoredIntent[], known?: KnownBefore, only?: string | null): Promise<void>;
  /**
   * Compares venue and books between two trades: foreign and late trades are noticed, differences become
   * adjustments. Tokens that are blocked are left out. So are those that we traded within the settling time. What no
   * trade explains is entered once it has stayed the same for ten minutes and ten calls; while something is missing, only
   * exits are sent.
   * Returns the entries made, but for those that follow the rounding of doubles; rejects where the venue could not be
   * read.
   */
  reconcile(): Promise<readonly BookEntry[]>;
  /** Whether the last comparison left a difference that no trade explains: compare again soon. */
  doubtsBalances(): boolean;
  /** Resolves when nothing is being sent, nothing is unknown, and nothing that could be sent waits. */
  settled(): Promise<void>;
  /** Whether `settled` would have to wait: something is being sent, is unknown, or could be sent. */
  busy(): boolean;
  /** What held sending back (`heldBack`) may be over: what waits goes on. */
  goOn(): void;
  /** Sends nothing from here on: what waits is DROPPED with the reason; what is under way is finished (`settled`). */
  stopSending(reason: string): void;
  /** The trades whose outcome is not known, those under way included, oldest first. */
  unknown(): readonly UnknownTrade[];
  /** Leaves what is not known to the next run: from here on nothing is sent and nothing written. */
  abandon(): void;
  /**
   * Settles a CONFLICT or UNKNOWN by a person's word. Rejects with ResolveError where that is not possible.
   * @param mayStill whether nobody has taken over what is open since it was asked for, and the bot has not ended; default: it may
   */
  resolveByHand(intent: string, verdict: HandVerdict, mayStill?: () => boolean): Promise<void>;
  /** Intents that wait for a person; of other competitions those that became so in this run. */
  conflicts(): string[];
  /** Tokens of trades that are under way, unknown or in conflict: a balance of theirs proves nothing now. */
  blockedTokens(): ReadonlySet<TokenName>;
}
