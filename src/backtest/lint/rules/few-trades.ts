import { counted } from "../../../core/format.js";
import type { LintRule } from "../finding.js";

/** Below some thirty of a kind, means and ratios are chance. */
const ENOUGH_TRADES = 30;

/** Too few closed trades for statistics of them to mean anything. */
export const fewTrades: LintRule = ({ result: { fills, closed } }) =>
  fills.length === 0 || closed.length >= ENOUGH_TRADES
    ? []
    : [
        {
          code: "FEW_TRADES",
          severity: "warning",
          text: `${counted(closed.length, "closed trade")}: win rate, profit factor and similar figures need at least ${ENOUGH_TRADES} to be more than chance.`,
          remedy: "Use a longer tape, more tokens, or many competition windows (--windows).",
        },
      ];
