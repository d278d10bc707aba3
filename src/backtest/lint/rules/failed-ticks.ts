import { counted } from "../../../core/format.js";
import type { LintRule } from "../finding.js";

/** Ticks came to nothing because something failed. */
export const failedTicks: LintRule = ({ result: { ticks } }) =>
  ticks.failed === 0
    ? []
    : [
        {
          code: "FAILED_TICKS",
          severity: "warning",
          text: `${counted(ticks.failed, "tick")} failed and decided nothing.`,
          remedy: "The journal has the error of each. A strategy that fails here also fails live.",
        },
      ];
