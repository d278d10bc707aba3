import { moment } from "../../format.js";
import type { LintRule } from "../finding.js";

/** The run did not get to its end. */
export const incomplete: LintRule = ({ result: { complete, time, to } }) =>
  complete
    ? []
    : [
        {
          code: "INCOMPLETE",
          severity: "problem",
          text: `The run did not get to its end: it is known up to ${moment(time.at(-1) ?? to)} UTC, and every figure is of that part only.`,
          remedy: "Run it again to the end; it was stopped, or nothing was left that could decide.",
        },
      ];
