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
            text: `${name} was parked at its run of ${moment(parked.at)} UTC and decided no more: ${printable(parked.why)}`,
            remedy: `Mend the error; the journal has the tick at which it came. ${printable(parked.remedy)}`.trim(),
          },
        ],
  );
