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
    return { text: "every strategy was parked.", remedy: "Mend the error that the strategy was parked for." };
  if (ticks.decided === 0 && ticks.warmingUp > 0)
    return {
      text: `all ${counted(ticks.warmingUp, "tick")} were warm-up; the bars that \`needs\` asks for never sufficed.`,
      remedy: "Begin the run later on the tape (--from), take a longer tape, or ask for fewer or shorter bars.",
    };
  if (ticks.decided === 0)
    return {
      text: "no strategy was ever due.",
      remedy:
        "Compare its schedule (cron, UTC) with the run's range, which may be shorter than the schedule's step; what is due at its first instant is not decided.",
    };
  const obstacle = commonestObstacle(untraded);
  if (obstacle !== null)
    return {
      text: `${counted(untraded.length, "trade")} did not get through, most often because of ${obstacle}.`,
      remedy: "The table of refused decisions gives the reasons; change the limit it names, or trade within it.",
    };
  if (wanted > 0)
    return {
      text: `${counted(wanted, "decision")} asked for one, and none called for a swap.`,
      remedy: "The book may already be as the targets want it; look at the band, the minimum trade and the weights.",
    };
  return {
    text: `each of its ${counted(decisions.hold, "decision")} was to hold.`,
    remedy: "Its condition was never met; look at the reasons of the holds in the journal, and at its params.",
  };
}
