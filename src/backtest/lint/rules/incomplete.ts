import { moment } from "../../../core/format.js";
import type { BacktestResult } from "../../result/result.js";
import { allParked, endedRemark } from "../figures.js";
import type { LintRule } from "../finding.js";

/** The run did not get to its end, or nobody decided until then. */
export const incomplete: LintRule = ({ result }) =>
  result.complete ? [] : [{ code: "INCOMPLETE", severity: "problem", ...textOf(result) }];

function textOf(result: BacktestResult): { text: string; remedy: string } {
  if (allParked(result)) return parkedText(result);
  const ended = endedRemark(result);
  return ended === undefined ? stoppedText(result) : endedText(ended);
}

function stoppedText({ time, to }: BacktestResult): { text: string; remedy: string } {
  return {
    text: `The run did not get to its end: it is known up to ${moment(time.at(-1) ?? to)} UTC, and every figure is of that part only.`,
    remedy: "Run it again to the end; it was stopped.",
  };
}

/** @param ended the remark that says so */
function endedText(ended: string): { text: string; remedy: string } {
  return {
    text: `Nobody decided to the end, and every figure is of that part too. ${ended}`,
    remedy: "It would end a bot too: run it without that limit to see what the strategies would have done.",
  };
}

function parkedText({ strategies, to }: BacktestResult): { text: string; remedy: string } {
  const last = Math.max(...strategies.map(({ parked }) => parked?.at ?? 0));
  return {
    text: `Nobody decided after ${moment(last)} UTC: every strategy was parked. What was held then was kept until ${moment(to)} UTC, and every figure is of that part too.`,
    remedy: "Mend the error, and run it again: what came after it says nothing of the strategies.",
  };
}
