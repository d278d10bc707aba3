/** A figure, or why there is none: a statistic of too few values is not a small one, it is none. */
export type MetricValue = { readonly value: number } | { readonly value: null; readonly why: string };

/** Fractions (0.05 is 5 %), ratios (of nothing), USD, milliseconds, epoch milliseconds, counts, or a number a day. */
export type MetricUnit = "fraction" | "ratio" | "usd" | "ms" | "time" | "count" | "per-day";

/** A sale against the average cost of what was sold: the part of a position that was closed. */
export interface ClosedTrade {
  readonly token: string;
  /** When the position of which it is a part was opened, and when this part was sold, epoch milliseconds. */
  readonly openedAt: number;
  readonly closedAt: number;
  /** USD paid for what was sold, and received for it: slippage is in both. */
  readonly costUsd: number;
  readonly proceedsUsd: number;
}

/** All that a metric may be computed from. */
export interface MetricInput {
  /** The equity curve: epoch milliseconds, rising, and USD. */
  readonly time: Float64Array;
  readonly equity: Float64Array;
  /** Returns of even periods (`period` milliseconds each), as fractions: what ratios are computed from. */
  readonly returns: Float64Array;
  readonly period: number;
  /** Of holding the start portfolio, over the same periods; null where there is nothing to compare with. */
  readonly benchmark: Float64Array | null;
  readonly closed: readonly ClosedTrade[];
  /** USD of each fill, sells and buys alike, and what slippage took of it. */
  readonly fills: readonly { readonly at: number; readonly usd: number; readonly slippageUsd: number }[];
  /** Share of equity that was not cash, time-weighted, and share of the time in which anything was held. */
  readonly exposure: number;
  readonly timeInMarket: number;
  readonly settings: MetricSettings;
}

export interface MetricSettings {
  /** Days of a year, for annualising: 365, because these markets never close. */
  readonly daysPerYear: number;
  /** Return of a period that counts as none, as a fraction; 0. */
  readonly riskFree: number;
  /** What a period's return must reach (Sortino, omega), as a fraction; 0. */
  readonly target: number;
  /** Share of the worst periods (value at risk, tail ratio), 0.05. */
  readonly tail: number;
}

/** One metric: what it is, and how it is computed. */
export interface Metric {
  /** As in the JSON of a result, such as `maxDrawdown`. */
  readonly name: string;
  readonly title: string;
  readonly unit: MetricUnit;
  /** One sentence: the formula in words. */
  readonly summary: string;
  /** Where the definition comes from. */
  readonly source: string;
  /** What there must be for a figure: with less the value is null and says why. */
  readonly needs: string;
  readonly compute: (input: MetricInput) => MetricValue;
}
