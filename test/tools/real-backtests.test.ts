import { describe, expect, it } from "vitest";
import { summariseWindows } from "../../src/backtest/windows/windows-summary.js";
import { dataSets, type DataSet } from "../../tools/real-backtests/markets.js";
import { backtestArguments, importArguments, typed, type RunDocument } from "../../tools/real-backtests/run.js";
import { detailTable, spreadTable } from "../../tools/real-backtests/tables.js";
import { PAGES, textOf } from "../docs/pages.js";

const DAY = 86_400_000;
const START = Date.UTC(2024, 0, 1);

/** A run whose windows came to these returns, while holding the token brought 1 % each time. */
function document(...returns: number[]): RunDocument {
  const windows = returns.map((totalReturn, i) => ({
    from: START + i * DAY,
    to: START + (i + 7) * DAY,
    initialValue: 1_000,
    finalValue: 1_000 * (1 + totalReturn),
    totalReturn,
    maxDrawdown: Math.min(0, totalReturn),
    trades: i,
    rivals: { "hold LINK.eth": 1_010, cash: 1_000 },
  }));
  return {
    trades: 7,
    initialValue: 1_000,
    finalValue: 900,
    metrics: { slippageCost: 1_234.4 },
    rivals: [],
    remarks: [],
    windows: { ...summariseWindows(windows, 7 * DAY, DAY), complete: true, leftOut: 0, remarks: [] },
  };
}

const [set] = dataSets("data") as [DataSet];
const run = document(0.02, -0.06, 0, 0.006);
const token = { set, token: "LINK.eth", runs: { rebalance: run, "sma-cross": run, "mean-reversion": run } };

describe("the tables of real backtests", () => {
  it("have median and percentiles of the windows, and the median of holding", () => {
    const cell = "0.3 (-5.1 to 1.8)";
    expect(spreadTable([token])).toContain(`| LINK.eth, binance | 4 | 1.0 | ${cell} | ${cell} | ${cell} |`);
  });

  it("have how often a run was ahead (a tie as half), its worst window, and the whole run", () => {
    expect(detailTable([token], "sma-cross")).toContain(
      "| -6.0 (2024-01-02) | -6.0 | 25 | 63 | 1.5 | -10.0 | 7 | 1,234 |",
    );
  });
});

describe("the commands of real backtests", () => {
  it("name each file with its token, and each strategy with a token on a chain that has cash", () => {
    expect(importArguments(set, "t").filter((arg) => arg === "--token")).toHaveLength(10);
    const of = (name: string, strategy: "rebalance" | "mean-reversion"): string =>
      typed(
        backtestArguments(
          set,
          "t",
          set.candles.find((one) => one.token === name)!,
          strategy,
        ),
      );
    expect(of("OP.optimism", "rebalance")).toContain(`--param 'weights={"OP.optimism":0.5,"USDC.optimism":0.5}'`);
    expect(of("SOL.svm", "mean-reversion")).toContain("--param token=SOL.svm --windows 7d --step 1d");
  });

  it("have a place for each table in the pages", () => {
    const text = PAGES.map(textOf).join("\n");
    for (const name of ["the spread", "rebalance", "sma-cross", "mean-reversion"])
      expect(text).toMatch(new RegExp(`<!-- ${name} on real candles -->[^]*<!-- end of ${name} on real candles -->`));
  });
});
