import { counted } from "../../../core/format.js";
import type { BacktestResult } from "../../result/result.js";
import { allParked, commonestObstacle, untradedOf } from "../figures.js";
import type { LintRule } from "../finding.js";

/** Nothing was traded: why, as far as the result tells. */
export const noTrades: LintRule = ({ result }) => {
  if (result.fills.length > 0) return [];
  const { text, remedy } = whyOf(result);
  return [{ code: "NO_TRADES", severity: "problem", text: `Nothing was traded: ${text}`, remedy }];
};

function whyOf(result: BacktestResult): { text: string; remedy: string } {
  const { ticks, decisions } = result;
  const untraded = untradedOf(result);
  const wanted = decisions.swap + decisions.target;
  if (allParked(result))
    return { text: "every strategy was disabled.", remedy: "Fix the error that disabled the strategy." };
  if (ticks.decided === 0 && ticks.warmingUp > 0)
    return {
      text: `all ${counted(ticks.warmingUp, "tick")} were warm-up, because \`needs\` never had enough bars.`,
      remedy: "Start later on the tape (--from), use a longer tape, or request fewer or shorter bars.",
    };
  if (ticks.decided === 0)
    return {
      text: "no strategy was ever due.",
      remedy:
        "Compare its schedule (cron, UTC) with the run's range, which may be shorter than the schedule's step. A run due at the first instant of the range is skipped.",
    };
  const obstacle = commonestObstacle(untraded);
  if (obstacle !== null)
    return {
      text: `${counted(untraded.length, "trade")} failed, most often because of ${obstacle}.`,
      remedy: "See the reasons in the table of refused decisions. Change the named limit, or trade within it.",
    };
  if (wanted > 0)
    return {
      text: `${counted(wanted, "decision")} requested a trade, but none needed a swap.`,
      remedy: "The book may already match the targets. Check the band, the minimum trade and the weights.",
    };
  return {
    text: `all ${counted(decisions.hold, "decision")} were to hold.`,
    remedy: "Its condition was never met. Check its params and the reasons of the holds in the journal.",
  };
}
