import { duration, moment } from "../../../core/format.js";
import type { LintRule } from "../finding.js";

/** Fills within gaps of the tape, at the last price before one. */
export const staleFills: LintRule = ({ result: { fills, staleFills: stale } }) => {
  if (stale === null) return [];
  return [
    {
      code: "STALE_FILLS",
      severity: "problem",
      text: `${stale.count} of ${fills.length} fills were made in gaps of the tape, the first at ${moment(stale.first)} UTC, at prices up to ${duration(stale.oldest)} old, which were not tradable.`,
      remedy: "Use a tape without gaps, or a schedule and a range without those hours.",
    },
  ];
};
