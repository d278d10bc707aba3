import { counted } from "../../../core/format.js";
import { commonestObstacle, untradedOf } from "../figures.js";
import type { LintRule } from "../finding.js";

/** More was refused, rejected or dropped than traded. */
export const mostlyUnfilled: LintRule = ({ result }) => {
  const { fills } = result;
  const untraded = untradedOf(result);
  const obstacle = commonestObstacle(untraded);
  if (obstacle === null || fills.length === 0 || untraded.length <= fills.length) return [];
  return [
    {
      code: "MOSTLY_UNFILLED",
      severity: "warning",
      text: `${counted(untraded.length, "trade")} failed, more than the ${fills.length} that were filled, most often because of ${obstacle}.`,
      remedy:
        "The strategy requests trades that risk or the venue does not allow. Make it respect the limit, or change the limit.",
    },
  ];
};
