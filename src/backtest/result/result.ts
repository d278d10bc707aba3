import type { JsonObject, JsonValue } from "../../core/json.js";
import type { Disabled } from "../../engine/tick/disabled.js";
import type { MetricFill } from "../../metrics/closed-trades.js";
import type { ClosedTrade, MetricValue } from "../../metrics/metric.js";
import type { TokenName } from "../../model/token.js";
import type { LimitBreach } from "../limit-breach.js";

/** One executed swap. Amounts in tokens, times epoch milliseconds. */
export interface BacktestFill extends MetricFill {
  readonly strategy: string;
  /** The decision's number in the journal, and the intent's id. */
  readonly decision: number;
  readonly intent: string;
  /** The source of the fill's price: quotes on the tape near that time and size, or the competition's slippage formula. */
  readonly pricedBy: "quotes" | "model";
  readonly reason: string;
}

/** Fills within gaps of the tape, at the last price before the gap, which was not tradable. */
export interface StaleFills {
  readonly count: number;
  /** When the first of them was made, epoch milliseconds. */
  readonly first: number;
  /** Age of the oldest of these prices, milliseconds. */
  readonly oldest: number;
}

/** A decision, or a part of one, that was not traded. */
export interface BacktestRefusal {
  readonly at: number;
  readonly strategy: string;
  /** Its number in the journal. */
  readonly decision: number;
  /**
   * The status of its outcome: `refused` by the bot's risk controls, `rejected` by the venue, `dropped` before it was
   * sent, `cut` if only the rest was traded …
   */
  readonly status: string;
  /** Literal, such as `MAX_TRADE`. */
  readonly code: string;
  readonly reason: string;
  readonly from: TokenName;
  readonly to: TokenName;
}

/** A benchmark of the run: holding a token from the start, holding the start balances, cash, or a house team. */
export interface Rival {
  /** Such as `hold WETH.eth`, `cash`, `house-equal-weights`. */
  readonly name: string;
  readonly kind: "token" | "start" | "cash" | "house";
  /** Epoch milliseconds, at most 2,000 of the run's equity curve, evenly chosen; and USD at each of them. */
  readonly time: Float64Array;
  readonly equity: Float64Array;
  readonly finalValue: number;
}

/** A strategy as it was run. */
export interface BacktestedStrategy {
  readonly name: string;
  readonly version: string;
  readonly params: JsonValue;
  /** Share of the start balances in its book, 0 to 1. */
  readonly allocation: number;
  /** When and why it was disabled; null if it decided to the end. */
  readonly disabled: Disabled | null;
}

/** The result of a backtest. The same tape, config and seed give the same result on any machine. */
export interface BacktestResult {
  readonly strategies: readonly BacktestedStrategy[];
  readonly tape: {
    readonly label: string;
    readonly fingerprint: string;
    /** The shortest interval of its tracks, milliseconds. */
    readonly interval: number;
    /** Every token with prices on the tape, by name. */
    readonly tokens: readonly TokenName[];
  };
  readonly seed: string;
  /** The settings of the competition and of the run, for display. */
  readonly settings: JsonObject;
  /** When the competition began and ended, epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  /**
   * False if the run was stopped (at `to`), and if no strategy decided to the end because all were disabled or a risk
   * limit ended the bot. In these cases the holdings were kept until `to`.
   */
  readonly complete: boolean;
  readonly ticks: { readonly decided: number; readonly warmingUp: number; readonly failed: number };
  /** Decisions by kind. */
  readonly decisions: {
    readonly swap: number;
    readonly target: number;
    readonly cancel: number;
    readonly hold: number;
  };
  readonly fills: readonly BacktestFill[];
  /** Null if there are none. */
  readonly staleFills: StaleFills | null;
  readonly refusals: readonly BacktestRefusal[];
  /** What the team held at `from`, in tokens, as plain decimal texts; tokens without an amount are left out. */
  readonly initialBalances: Readonly<Record<TokenName, string>>;
  /** The closed parts of positions, in the order of their sales. Win rate and profit factor are computed from them. */
  readonly closed: readonly ClosedTrade[];
  /** USD. */
  readonly initialValue: number;
  readonly finalValue: number;
  /** The equity curve: a point at each price sample, epoch milliseconds and USD. */
  readonly time: Float64Array;
  readonly equity: Float64Array;
  readonly rivals: readonly Rival[];
  /** By name, in the order of src/metrics. */
  readonly metrics: Readonly<Record<string, MetricValue>>;
  /** Exceeded rate limits in the order of their first times; empty if none was exceeded. */
  readonly breaches: readonly LimitBreach[];
  /** Notes on how the run was made: recorded bars, a schedule finer than the tape, an assumed latency … */
  readonly remarks: readonly string[];
}

/** A backtest of one window: a part of the tape as long as a competition. */
export interface WindowResult {
  readonly from: number;
  readonly to: number;
  readonly initialValue: number;
  readonly finalValue: number;
  /** finalValue / initialValue − 1. */
  readonly totalReturn: number;
  /** Largest fall from a peak, as a fraction, 0 or below. */
  readonly maxDrawdown: number;
  readonly trades: number;
  /** Final value of each rival in this window, USD, by name. */
  readonly rivals: Readonly<Record<string, number>>;
}

/** The distribution of values as percentiles with linear interpolation: `worst` is the lowest, `best` the highest. */
export interface Spread {
  readonly worst: number;
  readonly p05: number;
  readonly p25: number;
  readonly median: number;
  readonly p75: number;
  readonly p95: number;
  readonly best: number;
  readonly mean: number;
}

/** The results of all windows of a tape, each run as a competition. */
export interface WindowsResult {
  /** Milliseconds. */
  readonly length: number;
  readonly step: number;
  readonly windows: readonly WindowResult[];
  /** Windows that were not run because they lie in gaps of the tape. */
  readonly leftOut: number;
  /** Of total returns and of drawdowns, as fractions. */
  readonly returns: Spread;
  readonly drawdowns: Spread;
  /** Share of the windows that ended above each rival, 0 to 1. A tie counts as half. */
  readonly ahead: Readonly<Record<string, number>>;
  readonly worst: WindowResult;
  readonly best: WindowResult;
  /** False if the run was stopped before the last window. */
  readonly complete: boolean;
  /** Notes on the windows: that they overlap, how many began warming up or exceeded the rate limits. */
  readonly remarks: readonly string[];
}
