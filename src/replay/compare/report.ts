import type { JsonValue } from "../../core/json.js";

/**
 * Why two runs differ at a moment, the literal names:
 * - `backtest`: they ran on another tape, began elsewhere on it, had another latency or other bars;
 * - `version`, `params`, `config`: the strategy's code, its params, what config gives it;
 * - `timing`: a tick that one run missed, a trade that was still under way in one of them, what was read later;
 * - `price`, `bars`, `quote`: what the market said; - `balance`: what the book held; - `outcome`: what became of earlier trades;
 * - `rule`: what the competition, or our own risk, allows; - `state`, `inputs`, `limits`, `competition`: other facts of the view;
 * - `seed`: chance; - `code`: the same facts and version, and yet another decision, or it failed; - `unknown`: nothing recorded explains it.
 */
export const CAUSES = [
  "backtest",
  "version",
  "params",
  "config",
  "timing",
  "price",
  "quote",
  "bars",
  "outcome",
  "balance",
  "rule",
  "state",
  "inputs",
  "competition",
  "limits",
  "seed",
  "code",
  "unknown",
] as const;
export type CauseKind = (typeof CAUSES)[number];

/** One fact that differs and may be why. */
export interface Cause {
  readonly kind: CauseKind;
  /** For people: which one, and both values. */
  readonly text: string;
  readonly first: JsonValue;
  readonly second: JsonValue;
}

/** What differs at a moment: a tick that only one run has, its decisions, only their words, the state after it, an intent, its trade. */
export type Subject = "tick" | "decision" | "wording" | "state" | "intent" | "trade";

/** A place at which the runs differ. */
export interface RunDifference {
  /** The tick that it belongs to, epoch milliseconds. */
  readonly at: number;
  readonly strategy: string;
  readonly what: Subject;
  /** In either run; null where it has nothing there. */
  readonly first: JsonValue;
  readonly second: JsonValue;
  /** The likeliest first, never empty. */
  readonly causes: readonly Cause[];
  /** Which facts were compared: of this tick, of the nearest one before whose facts were recorded, or none. */
  readonly facts: "recorded" | "nearest" | "none";
}

/** How many are the same in both, differ, or are in one of them alone. */
export interface Tally {
  equal: number;
  differing: number;
  onlyFirst: number;
  onlySecond: number;
}

/** Something in which the runs were set up differently. It may or may not matter. */
export interface SetUpDifference {
  readonly what: string;
  readonly first: JsonValue;
  readonly second: JsonValue;
}

/** One of the two runs. */
export interface ComparedRun {
  readonly id: string;
  /** Folder of its journal. */
  readonly journal: string;
  /** Contender's version. */
  readonly version: string;
  /** Whether nothing of it is the team's: it was made on the embedded sandbox, in a dry run or in a backtest. */
  readonly rehearsal: boolean;
  /** First and last tick, epoch milliseconds; null where it has none. */
  readonly from: number | null;
  readonly to: number | null;
}

export interface RunComparison {
  readonly first: ComparedRun;
  readonly second: ComparedRun;
  /** The span that both cover, epoch milliseconds, inclusive; null where there is none. Nothing outside of it is compared. */
  readonly span: { readonly from: number; readonly to: number } | null;
  /** Whether decisions (their words included), states, intents and trades are the same throughout the span. */
  readonly equal: boolean;
  readonly setUp: readonly SetUpDifference[];
  readonly counts: {
    readonly ticks: Readonly<Tally>;
    readonly decisions: Readonly<Tally>;
    readonly intents: Readonly<Tally>;
    readonly trades: Readonly<Tally>;
    /** Decisions that are the same but for reason and evidence. */
    readonly wording: number;
    /** Ticks with the same decisions on facts that were not the same. */
    readonly otherFacts: number;
    /** Ticks outside the span that both cover. */
    readonly outside: number;
  };
  /** Fills of the same amounts at another time, where no tick lay between: they changed nothing. Milliseconds. */
  readonly fillTimes: { readonly count: number; readonly median: number; readonly largest: number };
  /** How many differences have which cause as their likeliest. */
  readonly causes: Readonly<Partial<Record<CauseKind, number>>>;
  /** How many differences there are in all. */
  readonly total: number;
  /** The first ones, oldest first; those of words alone only where there are no others. */
  readonly differences: readonly RunDifference[];
}
