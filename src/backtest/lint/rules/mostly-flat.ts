import { percent } from "../../../core/format.js";
import { metric } from "../figures.js";
import type { LintRule } from "../finding.js";

/** Share of the time in which something should have been held. */
const SHARE = 0.2;

/** Nothing but cash was held for most of the time. */
export const mostlyFlat: LintRule = ({ result }) => {
  const share = metric(result, "timeInMarket");
  if (share === null || share >= SHARE || result.fills.length === 0) return [];
  return [
    {
      code: "MOSTLY_FLAT",
      severity: "warning",
      text: `Tokens other than cash were held only ${percent(share)} of the time, so ratios over the whole time say little about the trades.`,
      remedy: "Compare it with a strategy that is in the market longer, or let it trade more tokens.",
    },
  ];
};
