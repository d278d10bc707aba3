import type { Finding, LintInput, LintRule } from "./finding.js";
import { atBound } from "./rules/at-bound.js";
import { failedTicks } from "./rules/failed-ticks.js";
import { fewTrades } from "./rules/few-trades.js";
import { finerSchedule } from "./rules/finer-schedule.js";
import { incomplete } from "./rules/incomplete.js";
import { modelledFills } from "./rules/modelled-fills.js";
import { mostlyFlat } from "./rules/mostly-flat.js";
import { noTrades } from "./rules/no-trades.js";
import { oneToken } from "./rules/one-token.js";
import { oneTrade } from "./rules/one-trade.js";
import { overLimits } from "./rules/over-limits.js";
import { disabled } from "./rules/disabled.js";
import { slippageEdge } from "./rules/slippage-edge.js";
import { staleFills } from "./rules/stale-fills.js";
import { highTurnover } from "./rules/turnover.js";
import { mostlyUnfilled } from "./rules/unfilled.js";

const RULES: readonly LintRule[] = [
  incomplete,
  disabled,
  noTrades,
  overLimits,
  staleFills,
  slippageEdge,
  failedTicks,
  fewTrades,
  oneTrade,
  oneToken,
  mostlyUnfilled,
  highTurnover,
  mostlyFlat,
  atBound,
  modelledFills,
  finerSchedule,
];

const WEIGHT = { problem: 0, warning: 1, note: 2 } as const;

/** Returns the findings about a result, the most severe first. */
export function lintOf(input: LintInput): Finding[] {
  return RULES.flatMap((rule) => rule(input)).sort((a, b) => WEIGHT[a.severity] - WEIGHT[b.severity]);
}
