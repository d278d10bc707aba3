import { printable } from "../../../core/printable.js";
import { moment } from "../../../core/format.js";
import type { LintRule } from "../finding.js";

/** A strategy failed and was disabled. */
export const disabled: LintRule = ({ result: { strategies } }) =>
  strategies.flatMap(({ name, disabled }) =>
    disabled === null
      ? []
      : [
          {
            code: "PARKED",
            severity: "problem" as const,
            text: `${name} was disabled at ${moment(disabled.at)} UTC and made no further decisions: ${printable(disabled.why)}`,
            remedy:
              `Fix the error. The journal has the tick at which it was thrown. ${printable(disabled.remedy)}`.trim(),
          },
        ],
  );
