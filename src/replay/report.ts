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
  /** Ticks of the run. */
  readonly ticks: number;
  /** How often a strategy was asked again. */
  readonly replayed: number;
  /** Decisions recorded there, merged holds counted each. */
  readonly decisions: number;
  /** How many of the answers differ. */
  readonly differing: number;
  readonly difference: Difference | null;
  /** Strategies whose source or params are not those of the run any more. */
  readonly versions: readonly { readonly strategy: string; readonly recorded: string; readonly now: string }[];
  /** Not asked: it had been warming up, had failed, what it saw was not kept (a backtest's holds), or it is not there any more. */
  readonly skipped: {
    readonly warmingUp: number;
    readonly failed: number;
    readonly unseen: number;
    readonly missing: number;
  };
}
