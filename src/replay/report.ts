import type { JsonValue } from "../core/json.js";

/** Where a replay first departs from what was recorded. */
export interface Difference {
  /** The tick, epoch milliseconds. */
  readonly at: number;
  readonly strategy: string;
  /** What differs: the decisions, the state that it left, or that it now fails (`replayed` is then the error's text). */
  readonly what: "decisions" | "state" | "error";
  readonly recorded: JsonValue;
  readonly replayed: JsonValue;
}

export interface ReplayReport {
  readonly run: string;
  /** Whether nothing of it is the team's: it was made on the embedded sandbox, in a dry run or in a backtest. */
  readonly rehearsal: boolean;
  /** Ticks of the run, each of one strategy, as the journal lists them: those replayed and those of `skipped`. */
  readonly ticks: number;
  /** At how many of them the strategy was asked again. */
  readonly replayed: number;
  /** Decisions recorded there, merged holds counted each: an answer may have none, or several. */
  readonly decisions: number;
  /** At how many of those replayed the answer differs. */
  readonly differing: number;
  readonly difference: Difference | null;
  /** Strategies whose source or params are not those of the run any more. */
  readonly versions: readonly { readonly strategy: string; readonly recorded: string; readonly now: string }[];
  /** Ticks that were not replayed: it had been warming up, had failed, what it saw was not kept (a backtest's holds), or it is not there any more. */
  readonly skipped: {
    readonly warmingUp: number;
    readonly failed: number;
    readonly unseen: number;
    readonly missing: number;
  };
}
