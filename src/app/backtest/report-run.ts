import { allParked, endedRemark, lintOf, type LintInput } from "../../backtest/lint/index.js";
import type { BacktestResult } from "../../backtest/result/result.js";
import type { ReportRun } from "../../report/input.js";
import { tapePrices } from "../../report/tape-prices.js";
import type { Tape } from "../../tape/tape.js";

/** A backtest as a report shows it. */
export interface BacktestRun extends ReportRun {
  readonly result: BacktestResult;
}

export interface BacktestRunParts extends Pick<LintInput, "bounds"> {
  /** The run's name on the page. */
  readonly name: string;
  readonly result: BacktestResult;
  /** The tape of the run. */
  readonly tape: Tape;
  /** Whether a token was cash to the run: config may differ from the tape. */
  readonly isCash: (token: string) => boolean;
}

/** What a report needs of a backtest, its findings included. */
export function backtestRunOf({ name, result, tape, isCash, bounds }: BacktestRunParts): BacktestRun {
  return {
    name,
    kind: "backtest",
    endedEarly: endedEarly(result),
    findings: lintOf({ result, bounds, quotedPairs: tape.quotedPairs }),
    prices: tapePrices(tape, isCash),
    result,
  };
}

function endedEarly(result: BacktestResult): string | null {
  if (result.complete) return null;
  if (allParked(result)) return "disabled before its end";
  return endedRemark(result) === undefined ? "stopped before its end" : "ended early by a risk limit";
}
