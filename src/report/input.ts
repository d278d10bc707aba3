import type { JsonObject, JsonValue } from "../core/json.js";
import type { MetricFill } from "../metrics/closed-trades.js";
import type { ClosedTrade, MetricValue } from "../metrics/metric.js";
import type { TokenName } from "../model/token.js";

/** What a report is made of. */
export interface ReportInput {
  /** Several runs are shown side by side, with the first one's rivals; without a run, the windows are shown alone. */
  readonly runs: readonly ReportRun[];
  /** Windows of the first run. */
  readonly windows?: ReportWindows;
  /** Contender's version. */
  readonly version: string;
}

/** One run as the report shows it, simulated or live. The caller fills it in: the report knows no engine. */
export interface ReportRun {
  /** The run's name on the page. */
  readonly name: string;
  readonly kind: "backtest" | "dry run" | "live run";
  /** How the run ended early, such as `stopped before its end`; null if it went on to its end. */
  readonly endedEarly: string | null;
  /** What a reader should know before believing the figures, the gravest first. */
  readonly findings: readonly ReportFinding[];
  readonly prices: ReportPrices;
  readonly result: ReportResult;
}

/** A warning about the figures of a run. */
export interface ReportFinding {
  /** Literal, such as `FEW_TRADES`. */
  readonly code: string;
  readonly severity: "problem" | "warning" | "note";
  readonly text: string;
  readonly remedy: string;
}

/** The prices of a run's tokens: `tapePrices` makes them of a tape. */
export interface ReportPrices {
  /** Every token that has prices, sorted by name. */
  readonly tokens: readonly TokenName[];
  /** USD over time; null for a token without prices, which counts as pegged to a dollar. */
  series(token: TokenName): ReportSeries | null;
  /** Whether a token was cash to the run: config may differ from the tape. */
  isCash(token: TokenName): boolean;
}

/** The prices of a token as two columns, oldest first: each holds until the next one. */
export interface ReportSeries {
  /** Rising. */
  readonly times: Float64Array;
  /** USD, as many as times. */
  readonly prices: Float64Array;
  /** When the last price ceases to hold. */
  readonly end: number;
  /** The price that holds at a moment; null before the first and from `end` on. */
  at(at: number): number | null;
}

/** What a run did, and what came of it. Amounts in tokens, times in epoch milliseconds; `BacktestResult` is one. */
export interface ReportResult {
  readonly strategies: readonly ReportStrategy[];
  /** Where the prices come from; null if they were not recorded. */
  readonly tape: {
    readonly label: string;
    readonly fingerprint: string;
    /** The shortest time between two prices, milliseconds. */
    readonly interval: number;
  } | null;
  readonly seed: string;
  /** The settings of the competition and of the run. */
  readonly settings: JsonObject;
  readonly from: number;
  readonly to: number;
  readonly ticks: { readonly decided: number; readonly warmingUp: number; readonly failed: number };
  /** Decisions by kind. */
  readonly decisions: {
    readonly swap: number;
    readonly target: number;
    readonly cancel: number;
    readonly hold: number;
  };
  /** Executed swaps, oldest first. */
  readonly fills: readonly ReportFill[];
  /** Decisions, or parts of them, that did not become a trade, oldest first. */
  readonly refusals: readonly ReportRefusal[];
  /** What the team held at `from`, in plain decimal texts. */
  readonly initialBalances: Readonly<Record<TokenName, string>>;
  /** The parts of positions that were closed, in the order in which they were sold. */
  readonly closed: readonly ClosedTrade[];
  /** USD. */
  readonly initialValue: number;
  readonly finalValue: number;
  /** The equity curve as two columns: times, rising, and USD. */
  readonly time: Float64Array;
  readonly equity: Float64Array;
  /** Whom the run is compared with; may be empty. */
  readonly rivals: readonly ReportRival[];
  /** By name, in the order of the page. */
  readonly metrics: Readonly<Record<string, MetricValue>>;
  /** What a reader must know of how it was run. */
  readonly remarks: readonly string[];
}

export interface ReportStrategy {
  readonly name: string;
  readonly version: string;
  readonly params: JsonValue;
  /** Share of the start balances in its book, 0 to 1. */
  readonly allocation: number;
  /** When and why it was disabled; null if it decided to the end. */
  readonly disabled: { readonly at: number; readonly why: string } | null;
}

export interface ReportFill extends MetricFill {
  readonly strategy: string;
  readonly intent: string;
  /** What made the price of a simulated fill: recorded quotes or the slippage model; null if the service made it. */
  readonly pricedBy: "quotes" | "model" | null;
  readonly reason: string;
}

export interface ReportRefusal {
  readonly at: number;
  /** As of an outcome: `refused`, `rejected`, `dropped`, or `cut` if the rest was traded. */
  readonly status: string;
  /** Literal, such as `MAX_TRADE`. */
  readonly code: string;
  readonly reason: string;
  readonly from: TokenName;
  readonly to: TokenName;
}

/** Somebody to compare with: holding a token (then its name is `hold WETH.eth`), the start balances, cash, a house team. */
export interface ReportRival {
  readonly name: string;
  readonly kind: "token" | "start" | "cash" | "house";
  /** An equity curve of its own. */
  readonly time: Float64Array;
  readonly equity: Float64Array;
  readonly finalValue: number;
}

/** Competitions of one length, each run by itself; `WindowsResult` is one. */
export interface ReportWindows {
  /** Milliseconds. */
  readonly length: number;
  readonly step: number;
  readonly windows: readonly ReportWindow[];
  /** Of total returns and of drawdowns, as fractions. */
  readonly returns: ReportSpread;
  readonly drawdowns: ReportSpread;
  /** Share of the windows that ended above each rival, 0 to 1. */
  readonly ahead: Readonly<Record<string, number>>;
  readonly worst: ReportWindow;
  readonly best: ReportWindow;
  /** False if it was stopped before the last window. */
  readonly complete: boolean;
  readonly remarks: readonly string[];
}

export interface ReportWindow {
  readonly from: number;
  readonly to: number;
  readonly finalValue: number;
  /** Fractions. */
  readonly totalReturn: number;
  readonly maxDrawdown: number;
  readonly trades: number;
}

export interface ReportSpread {
  readonly worst: number;
  readonly p05: number;
  readonly p25: number;
  readonly median: number;
  readonly p75: number;
  readonly p95: number;
  readonly best: number;
  readonly mean: number;
}
