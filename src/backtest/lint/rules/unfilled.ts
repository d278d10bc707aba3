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
      text: `${counted(untraded.length, "trade")} did not get through, more than the ${fills.length} that did; most often because of ${obstacle}.`,
      remedy:
        "The strategy asks for what risk or the venue does not allow: let it know the limit, or change the limit.",
    },
  ];
};
