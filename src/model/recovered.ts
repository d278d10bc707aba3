import type { JsonObject, JsonValue } from "../core/json.js";
import type { TargetDecision } from "./decision.js";
import type { Holding } from "./holding.js";
import type { Intent, IntentState } from "./intent.js";
import type { EquityPoint } from "./journal.js";
import type { Outcome } from "./outcome.js";
import type { Price } from "./price.js";
import type { TokenName } from "./token.js";
import type { Trade } from "./trade.js";

/** An intent as the journal knows it after a restart. */
export interface StoredIntent {
  readonly intent: Intent;
  /** The strategy's own id of the decision, or null. */
  readonly decisionId: string | null;
  readonly state: IntentState;
  /** `detail` of the step to SENT, or null. */
  readonly sent: { readonly at: number; readonly detail: JsonObject } | null;
  /** `detail.trade` of the last step to CONFLICT: the trade that a person is asked about; absent where the journal has it, or there is none. */
  readonly asked?: string;
}

/** A target of which nothing is on disk but its decision: it waited for a trade. */
export interface WaitingTarget {
  readonly seq: number;
  readonly strategy: string;
  /** Epoch milliseconds at which it was decided. */
  readonly at: number;
  readonly decision: TargetDecision;
}

/** A trade of a pair of tokens. */
export interface PairTraded {
  readonly from: TokenName;
  readonly to: TokenName;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** What the journal knows of a competition when a bot starts. */
export interface Recovered {
  /** Book → token → amount and average cost; empty where the competition was never seen. */
  readonly books: Readonly<Record<string, Readonly<Record<TokenName, Holding>>>>;
  /**
   * Not final, oldest first: PREPARED, SENT and UNKNOWN ones of every competition (each says which), for
   * they must be resolved; and this competition's CONFLICTs, which wait for a person.
   */
  readonly open: readonly StoredIntent[];
  /** CONFLICTs of other competitions, oldest first: nothing rests for them here, but a trade may be theirs. Absent: none. */
  readonly conflictsElsewhere?: readonly StoredIntent[];
  /** Competitions whose books the journal has, in the order in which they were opened. Absent: none. */
  readonly opened?: readonly string[];
  /** Targets of the last run that decided anything, whatever its competition, that waited when it ended, oldest first. Absent: none. */
  readonly waitingTargets?: readonly WaitingTarget[];
  /** Intents of every competition that were taken for not executed, oldest first: a trade of theirs may yet turn up. Absent: none. */
  readonly notExecuted?: readonly StoredIntent[];
  /** Of the last run in this competition: strategy → its allocation, 0 to 1, which config may have changed since. Absent: not known. */
  readonly allocations?: Readonly<Record<string, number>>;
  /** The state of each strategy. */
  readonly states: Readonly<Record<string, JsonValue>>;
  /** Outcomes that no tick has yet shown to their strategy. */
  readonly outcomes: Readonly<Record<string, readonly Outcome[]>>;
  /** Ids of every trade known of this competition, newest first. */
  readonly tradeIds: readonly string[];
  /** Trades of this competition by other hands, or of a conflict, oldest first; the books may not hold the newest yet. Absent: none. */
  readonly strayTrades?: readonly Trade[];
  /** Token → when a fill of this competition last moved it, by the journal's time; absent where none did. */
  readonly movedAt?: Readonly<Record<TokenName, number>>;
  /** Parents (or undivided intents) filled, by UTC day `YYYY-MM-DD`. */
  readonly tradesByDay: Readonly<Record<string, number>>;
  /** Divided trades that `tradesByDay` counts, of which other parts are open still; absent: none. */
  readonly countedParents?: readonly string[];
  /** Of each pair of tokens the last fill of this competition, by when it was known, on the journal's time; absent: none. */
  readonly pairsTraded?: readonly PairTraded[];
  /**
   * Whether the service echoes markers in this competition: where nothing was filled in it yet, true if it did in the one
   * in which we traded last, else null.
   */
  readonly markerEchoed: boolean | null;
  /** Of tokens that the books hold: the last price that views and quotes of the journal have; absent: none. */
  readonly prices?: Readonly<Record<TokenName, Price>>;
  /** Highest equity that two sources agreed on, USD; null where none. */
  readonly peakEquity: number | null;
  /** Last equity points, oldest first, at most 100. */
  readonly equity: readonly EquityPoint[];
}
