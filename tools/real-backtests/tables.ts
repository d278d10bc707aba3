import type { Spread } from "../../src/backtest/result/result.js";
import { table } from "../slippage/markdown.js";
import { median } from "../slippage/statistics.js";
import type { DataSet } from "./markets.js";
import { STRATEGIES, type RunDocument, type StrategyName } from "./run.js";

/** What came of one token: a document of each strategy. */
export interface TokenRuns {
  readonly set: DataSet;
  readonly token: string;
  readonly runs: Readonly<Record<StrategyName, RunDocument>>;
}

/** A fraction in percent, one decimal, never "-0.0". */
function percent(fraction: number): string {
  const text = (fraction * 100).toFixed(1);
  return text === "-0.0" ? "0.0" : text;
}

const spread = ({ median, p05, p95 }: Spread): string => `${percent(median)} (${percent(p05)} to ${percent(p95)})`;

/** For the README: the median window of each strategy, and between what nine of ten lay. Percent. */
export function spreadTable(tokens: readonly TokenRuns[]): string {
  const rows = tokens.map(({ token, set, runs }) => [
    `${token}, ${set.name}`,
    String(runs.rebalance.windows.windows.length),
    percent(median(holding(runs.rebalance, token))),
    ...STRATEGIES.map((strategy) => spread(runs[strategy].windows.returns)),
  ]);
  return table(["token, candles", "windows", "holding it", ...STRATEGIES.map((name) => `\`${name}\``)], rows);
}

/** How often each strategy ended above holding the token, and above cash; its worst window, deepest fall, trades and slippage. */
export function detailTable(tokens: readonly TokenRuns[], strategy: StrategyName): string {
  const rows = tokens.map(({ token, set, runs }) => {
    const { windows, trades, finalValue, initialValue, metrics } = runs[strategy];
    const share = (name: string): string => `${Math.round((windows.ahead[name] ?? Number.NaN) * 100)}`;
    const perWindow = windows.windows.map((window) => window.trades);
    return [
      `${token}, ${set.name}`,
      spread(windows.returns),
      `${percent(windows.worst.totalReturn)} (${new Date(windows.worst.from).toISOString().slice(0, 10)})`,
      percent(windows.drawdowns.worst),
      share(`hold ${token}`),
      share("cash"),
      String(median(perWindow)),
      percent(finalValue / initialValue - 1),
      String(trades),
      Math.round(metrics["slippageCost"] ?? Number.NaN).toLocaleString("en-US"),
    ];
  });
  return table(
    [
      "token, candles",
      "return of a window",
      "worst window",
      "deepest fall",
      "ahead of holding",
      "ahead of cash",
      "trades a window",
      "all of it",
      "trades",
      "slippage, USD",
    ],
    rows,
  );
}

/** Returns of holding the token over each window. */
function holding({ windows }: RunDocument, token: string): number[] {
  return windows.windows.map(({ rivals, initialValue }) => (rivals[`hold ${token}`] ?? Number.NaN) / initialValue - 1);
}
