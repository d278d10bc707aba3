import { printable } from "../../../core/printable.js";
import { moment } from "../../../core/format.js";
import type { LintRule } from "../finding.js";

/** A strategy failed and was parked. */
export const parked: LintRule = ({ result: { strategies } }) =>
  strategies.flatMap(({ name, parked }) =>
    parked === null
      ? []
      : [
          {
            code: "PARKED",
            severity: "problem" as const,
            text: `${name} was disabled at ${moment(parked.at)} UTC and made no further decisions: ${printable(parked.why)}`,
            remedy:
              `Fix the error. The journal has the tick at which it was thrown. ${printable(parked.remedy)}`.trim(),
          },
        ],
  );
