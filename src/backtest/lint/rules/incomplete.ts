import { moment } from "../../../core/format.js";
import type { BacktestResult } from "../../result/result.js";
import { allParked, endedRemark } from "../figures.js";
import type { LintRule } from "../finding.js";

/** The run did not get to its end, or nobody decided until then. */
export const incomplete: LintRule = ({ result }) =>
  result.complete ? [] : [{ code: "INCOMPLETE", severity: "problem", ...textOf(result) }];

function textOf(result: BacktestResult): { text: string; remedy: string } {
  if (allParked(result)) return disabledText(result);
  const ended = endedRemark(result);
  return ended === undefined ? stoppedText(result) : endedText(ended);
}

function stoppedText({ time, to }: BacktestResult): { text: string; remedy: string } {
  return {
    text: `The run was stopped at ${moment(time.at(-1) ?? to)} UTC. All figures cover only the time until then.`,
    remedy: "Run it again to the end.",
  };
}

/** @param ended the remark that says so */
function endedText(ended: string): { text: string; remedy: string } {
  return {
    text: `Decisions ended before the range did, but all figures cover the whole range. ${ended}`,
    remedy: "Live, it would also end the bot. Run without that limit to see what the strategies would have done.",
  };
}

function disabledText({ strategies, to }: BacktestResult): { text: string; remedy: string } {
  const last = Math.max(...strategies.map(({ disabled }) => disabled?.at ?? 0));
  return {
    text: `All strategies were disabled by ${moment(last)} UTC. Holdings were kept until ${moment(to)} UTC, and all figures include that time.`,
    remedy: "Fix the error and run it again. Figures after it say nothing about the strategies.",
  };
}
