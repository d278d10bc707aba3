import type { Decimal } from "../core/number/decimal.js";
import type { JsonObject, JsonValue } from "../core/json.js";
import type { BarRows } from "./bar-record.js";
import type { Decision } from "./decision.js";
import type { EngineEvent } from "./event.js";
import type { Intent, IntentState } from "./intent.js";
import type { ModeChange } from "./mode.js";
import type { Outcome } from "./outcome.js";
import type { TokenName } from "./token.js";
import type { Quote, Trade } from "./trade.js";

/** The name of the book that holds what no strategy owns. */
export const UNASSIGNED = "unassigned";

/** When a strategy is due, as it declares it. */
export interface RunSchedule {
  /** Cron patterns by the names by which they fire: `main` where there is no other. */
  readonly patterns: Readonly<Record<string, string>>;
  /** IANA name. */
  readonly timezone: string;
}

/** A series of bars that a strategy looked at. */
export interface RunBars {
  readonly token: string;
  /** Milliseconds. */
  readonly interval: number;
  /** Closed bars, at least 1. */
  readonly count: number;
}

/** What a backtest ran on, of which its config says nothing. */
export interface RunBacktest {
  /** Its label, and the fingerprint of all that it holds: where it lies does not count. */
  readonly tape: { readonly label: string; readonly fingerprint: string };
  /** The competition, [from, to), epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  /** Milliseconds. */
  readonly latency: number;
  readonly bars: "sampled" | "recorded";
  readonly houseTeams: boolean;
  /** The run whose recorded inputs its `read` hooks were given ("" where that is not known); null: none. */
  readonly inputs: string | null;
}

/** One start of the bot (or one backtest). */
export interface RunRecord {
  readonly id: string;
  readonly startedAt: number;
  /** Contender's version. */
  readonly version: string;
  readonly seed: string;
  /**
   * Whether its venue ends with it (a dry run, an embedded sandbox): then no other run takes up what it
   * left open, the states of its strategies, or outcomes that they were not told. Default false.
   */
  readonly rehearsal?: boolean;
  /** Absent: it is none. */
  readonly backtest?: RunBacktest;
  /** Config as it was used, secrets taken out. */
  readonly config: JsonObject;
  readonly strategies: readonly {
    readonly name: string;
    /** Fingerprint of the strategy's source and params. */
    readonly version: string;
    readonly file: string;
    readonly params: JsonValue;
    /** Share of the balances that its book gets, 0 to 1. */
    readonly allocation: number;
    readonly schedule: RunSchedule;
    /** Absent: not known. */
    readonly bars?: readonly RunBars[];
  }[];
}

/** How a run ended: with which exit code, and why. */
export interface RunEnding {
  readonly exitCode: number;
  readonly text: string;
}

/** What risk said of something that was about to become an intent. */
export interface VerdictRecord {
  readonly decision: number;
  readonly intent: string | null;
  /** The control that spoke. */
  readonly control: string;
  readonly verdict: "approved" | "cut" | "refused";
  /** A literal code, such as `MAX_TRADE`; "" where approved. */
  readonly code: string;
  readonly reason: string;
}

export interface DecisionRecord {
  /** Unique within the journal, counting up; from `JournalWriter.nextDecision`. */
  readonly seq: number;
  readonly decision: Decision;
}

/** What one strategy saw and did at an instant. */
export interface StrategyTick {
  readonly strategy: string;
  /** Which of its schedules fired. */
  readonly due: readonly string[];
  readonly status: "decided" | "warming-up" | "failed";
  /** Everything but the bars that `decide` was given, JSON-safe; null while warming up, and where the journal does not keep it (`keepsView`). */
  readonly view: JsonObject | null;
  readonly decisions: readonly DecisionRecord[];
  /** The state after it; absent where it did not change. */
  readonly state?: JsonValue;
  /** Why it failed, or what it still waits for; null where it decided. */
  readonly error: string | null;
  readonly verdicts: readonly VerdictRecord[];
  /** PREPARED by this tick. */
  readonly intents: readonly Intent[];
  /** Outcomes that exist at once (refused, cut): given to the strategy next time. */
  readonly outcomes: readonly Outcome[];
}

/**
 * Whether nothing came of a decision, and nothing will: it holds, or asks for what is there already or is too little to
 * trade. Such a one, repeated, says nothing new.
 */
export function cameToNothing(tick: Pick<StrategyTick, "decisions" | "verdicts" | "intents" | "outcomes">): boolean {
  const { decisions, verdicts, intents, outcomes } = tick;
  const [only, ...more] = decisions;
  if (only === undefined || more.length > 0 || intents.length + outcomes.length > 0) return false;
  if (only.decision.kind === "hold") return verdicts.length === 0;
  // A target without a verdict waits for a trade.
  return (
    only.decision.kind === "target" &&
    verdicts.length > 0 &&
    verdicts.every(({ control, verdict }) => control === "planner" && verdict === "approved")
  );
}

/** All that happened at one instant: written in one transaction. */
export interface TickRecord {
  readonly at: number;
  /** Bars that closed since the last tick (or, at first, the warm-up's). */
  readonly bars: readonly BarRows[];
  readonly strategies: readonly StrategyTick[];
}

/** A change of a book: the sum of all entries of a competition is what the books hold. */
export interface BookEntry {
  readonly competitionId: string;
  /** A strategy's name, or UNASSIGNED. */
  readonly book: string;
  readonly token: TokenName;
  /** Signed. */
  readonly change: Decimal;
  /** USD that the tokens gained cost (negative: proceeds), for average costs; null where not known. */
  readonly costUsd: number | null;
  readonly cause: "start" | "fill" | "adjustment" | "transfer";
  readonly reason: string;
  /** Epoch milliseconds that it is dated; absent: when it is written. */
  readonly at?: number;
}

/** What an adjustment changed in a book, and when (epoch milliseconds). */
export type Adjusted = Pick<BookEntry, "book" | "token" | "change"> & { readonly at: number };

/** A step of an intent, with all that belongs to it: one transaction, durable when the call returns. */
export interface IntentStep {
  readonly intent: string;
  readonly at: number;
  readonly from: IntentState;
  readonly to: IntentState;
  /** Why: code and text for people, balances known before, lists seen, and so on. */
  readonly detail: JsonObject;
  readonly quote?: Quote | undefined;
  readonly trade?: Trade | undefined;
  readonly entries?: readonly BookEntry[] | undefined;
  readonly outcome?: Outcome | undefined;
}

/** Intents made outside a tick: the next step of a target after a fill, a one-off swap, a trade that keeps the daily minimum. */
export interface Preparation {
  readonly at: number;
  readonly decisions: readonly (DecisionRecord & { readonly strategy: string })[];
  readonly verdicts: readonly VerdictRecord[];
  readonly intents: readonly Intent[];
  readonly outcomes: readonly (Outcome & { readonly strategy: string })[];
  /** A person asked for it, by this id where it has one; absent: no person did. */
  readonly asked?: { readonly id: string | null };
}

export interface EquityPoint {
  readonly at: number;
  readonly competitionId: string;
  /** USD, own balances × own prices; tokens without a price count with their last known one. */
  readonly total: number;
  readonly books: Readonly<Record<string, number>>;
  /** Highest equity up to now that two sources agreed on (the drawdown stop), USD; null or absent where none. */
  readonly peak?: number | null;
}

/** Something worth knowing that is not a tick: a warning, a change of rules, a missed run, a disabled strategy, a standing. */
export interface Note {
  readonly at: number;
  readonly level: "info" | "warn" | "error";
  /** Literal, kebab-case, such as `rules-changed`. */
  readonly kind: string;
  readonly text: string;
  readonly data?: JsonObject;
}

/**
 * Where the engine writes what it saw and did. Every method is one transaction, as durable when it returns as the
 * implementation promises (SQLite: on disk). Throws JournalError when it cannot be written: then nothing may be sent.
 */
export interface JournalWriter {
  nextDecision(): number;
  begin(run: RunRecord): void;
  tick(tick: TickRecord): void;
  /**
   * Whether the journal keeps what a strategy saw when that decided so, or failed. If not, `tick` is given no view of
   * it; and where no strategy's view is kept, no bars either: they come with the next tick that has a view.
   */
  keepsView(tick: Pick<StrategyTick, "status" | "decisions">): boolean;
  /**
   * Counts one more run in which a strategy held in the words of its decision before, and was told of no outcome. The
   * hold takes the next number.
   *
   * @returns false: nothing was counted, and the journal wants the whole tick
   */
  countHold(at: number, strategy: string): boolean;
  prepare(preparation: Preparation): void;
  step(step: IntentStep): void;
  /** Entries that no trade caused: the start of a competition, adjustments, transfers. */
  adjust(at: number, entries: readonly BookEntry[]): void;
  /** Trades seen in the service's list that are not ours (no intent). */
  foreignTrades(at: number, trades: readonly Trade[]): void;
  equity(point: EquityPoint): void;
  note(note: Note): void;
  /** The bot does something else from now on. `begin` writes that it connects, `end` that it has ended. */
  mode(change: ModeChange): void;
  end(at: number, ending: RunEnding): void;
  /**
   * From now on `tap` is called with each event, once what it reports is written; null: no longer. Events are made only
   * for a tap. It must return at once and must not throw.
   */
  listen(tap: EventTap | null): void;
}

/** Takes the events of a journal as they are written, in the order of their numbers. */
export type EventTap = (event: EngineEvent) => void;
