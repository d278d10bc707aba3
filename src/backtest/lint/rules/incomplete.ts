import { moment } from "../../format.js";
import { ENDED_REMARK } from "../../result/remarks.js";
import type { BacktestResult } from "../../result/result.js";
import { allParked } from "../figures.js";
import type { LintRule } from "../finding.js";

/** The run did not get to its end, or nobody decided until then. */
export const incomplete: LintRule = ({ result }) =>
  result.complete
    ? []
    : [{ code: "INCOMPLETE", severity: "problem", ...(allParked(result) ? parkedText(result) : stoppedText(result)) }];

function stoppedText({ time, to, remarks }: BacktestResult): { text: string; remedy: string } {
  const ended = remarks.some((remark) => remark.startsWith(ENDED_REMARK));
  return {
    text: `The run did not get to its end: it is known up to ${moment(time.at(-1) ?? to)} UTC, and every figure is of that part only.`,
    remedy: ended
      ? "What ended it stands among the remarks, and would end a bot too: run it without that limit to see the rest."
      : "Run it again to the end; it was stopped.",
  };
}

function parkedText({ strategies, to }: BacktestResult): { text: string; remedy: string } {
  const last = Math.max(...strategies.map(({ parked }) => parked?.at ?? 0));
  return {
    text: `Nobody decided after ${moment(last)} UTC: every strategy was parked. What was held then was kept until ${moment(to)} UTC, and every figure is of that part too.`,
    remedy: "Mend the error, and run it again: what came after it says nothing of the strategies.",
  };
}
