import { printable } from "../../../core/printable.js";
import type { LintRule } from "../finding.js";

/** A strategy failed and was parked. */
export const parked: LintRule = ({ result: { strategies } }) =>
  strategies.flatMap(({ name, parked: why }) =>
    why === null
      ? []
      : [
          {
            code: "PARKED",
            severity: "problem" as const,
            text: `${name} was parked and decided no more: ${printable(why)}`,
            remedy: "Mend the error; the journal has the tick at which it came.",
          },
        ],
  );
