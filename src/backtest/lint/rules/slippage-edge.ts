import { gain, percent, usd } from "../../../core/format.js";
import { slippageOf } from "../figures.js";
import type { LintRule } from "../finding.js";

/** Share of the profit before slippage that slippage may take. */
const SHARE = 0.3;

const REMEDY =
  "Trade less often or in smaller pieces, widen the band, or require that a signal gains more than the trade costs (`cost()` estimates it).";

/** Slippage takes a large part of what was earned, or more than that. */
export const slippageEdge: LintRule = ({ result }) => {
  const took = slippageOf(result);
  const profit = result.finalValue - result.initialValue;
  const before = profit + took;
  if (took <= 0 || before <= 0 || took < SHARE * before) return [];
  return [
    {
      code: "SLIPPAGE_EDGE",
      severity: profit < 0 ? "problem" : "warning",
      text:
        profit < 0
          ? `Slippage of ${usd(took)} turned a profit of ${gain(before)} into a loss of ${usd(-profit)}.`
          : `Slippage took ${usd(took)}, ${percent(took / before)} of the ${gain(before)} before slippage.`,
      remedy: REMEDY,
    },
  ];
};
