import type { JsonObject, JsonValue } from "../../core/json.js";
import type { Parked } from "../../engine/tick/parked.js";
import type { MetricFill } from "../../metrics/closed-trades.js";
import type { ClosedTrade, MetricValue } from "../../metrics/metric.js";
import type { TokenName } from "../../model/token.js";
import type { LimitBreach } from "../limit-breach.js";

/** One executed swap. Amounts in tokens, times epoch milliseconds. */
export interface BacktestFill extends MetricFill {
  readonly strategy: string;
  /** The journal's number of the decision, and the intent. */
  readonly decision: number;
  readonly intent: string;
  /** Where the fill's price comes from: quotes on the tape near that time and size, or the competition's formula. */
  readonly pricedBy: "quotes" | "model";
  readonly reason: string;
}

/** Fills within gaps of the tape, at the last price before one: nobody could have traded at it. */
export interface StaleFills {
  readonly count: number;
  /** When the first of them was made, epoch milliseconds. */
  readonly first: number;
  /** How old the oldest of these prices was, milliseconds. */
  readonly oldest: number;
}

/** A decision, or a part of one, that did not become a trade. */
export interface BacktestRefusal {
  readonly at: number;
  readonly strategy: string;
  /** The journal's number of it. */
  readonly decision: number;
  /** As of an outcome: `refused` by our risk, `rejected` by the venue, `dropped` before it was sent, `cut` where the rest was traded … */
  readonly status: string;
  /** Literal, such as `MAX_TRADE`. */
  readonly code: string;
  readonly reason: string;
  readonly from: TokenName;
  readonly to: TokenName;
}

/** Somebody to compare with: holding a token from the start, holding the start balances, cash, a house team. */
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
  /** Share of the start balances that its book got, 0 to 1. */
  readonly allocation: number;
  /** When and why it was parked; null where it decided to the end. */
  readonly parked: Parked | null;
}

/** What came of a backtest. The same tape, config and seed give the same result, on any machine. */
export interface BacktestResult {
  readonly strategies: readonly BacktestedStrategy[];
  readonly tape: {
    readonly label: string;
    readonly fingerprint: string;
    /** The shortest interval of its tracks, milliseconds. */
    readonly interval: number;
    /** Every token that it has prices of, by name. */
    readonly tokens: readonly TokenName[];
  };
  readonly seed: string;
  /** The competition's settings and the run's, for people. */
  readonly settings: JsonObject;
  /** When the competition began and ended, epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  /**
   * False where it was stopped: `to` is when. False too where nobody decided to the end, since everything was parked, or a
   * limit of risk ended the bot: what was held then was kept until `to`.
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
  /** Null where there are none. */
  readonly staleFills: StaleFills | null;
  readonly refusals: readonly BacktestRefusal[];
  /** What the team held at `from`, in tokens, as plain decimal texts; tokens without an amount are left out. */
  readonly initialBalances: Readonly<Record<TokenName, string>>;
  /** The parts of positions that were closed, in the order in which they were sold: what win rate and profit factor are of. */
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
  /** In the order of their first times; empty where the limits hold. */
  readonly breaches: readonly LimitBreach[];
  /** What a reader must know of how it was run: bars as recorded, a schedule finer than the tape, latency assumed … */
  readonly remarks: readonly string[];
}

/** One competition's length of the tape, run by itself. */
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

/** Where values lie, as percentiles with linear interpolation: `worst` is the lowest, `best` the highest. */
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

/** What a competitor wants to know: not one long run, but every competition that could have been. */
export interface WindowsResult {
  /** Milliseconds. */
  readonly length: number;
  readonly step: number;
  readonly windows: readonly WindowResult[];
  /** Windows that were not run, because no token has a price in them: they lie in gaps of the tape. */
  readonly leftOut: number;
  /** Of total returns and of drawdowns, as fractions. */
  readonly returns: Spread;
  readonly drawdowns: Spread;
  /** Share of the windows that ended above each rival, 0 to 1; a tie is half. */
  readonly ahead: Readonly<Record<string, number>>;
  readonly worst: WindowResult;
  readonly best: WindowResult;
  /** False where it was stopped before the last window. */
  readonly complete: boolean;
  /** What a reader must know: that windows overlap, how many began warming up or would have broken the limits. */
  readonly remarks: readonly string[];
}
