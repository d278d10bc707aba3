import { profitOf } from "../../../metrics/profits.js";
import { day, gain, percent } from "../../../core/format.js";
import { sum } from "../figures.js";
import type { LintRule } from "../finding.js";

/** Share of the profit of all closed trades that one of them may have. */
const SHARE = 0.5;

/** Most of the profit came from a single closed trade. */
export const oneTrade: LintRule = ({ result: { closed } }) => {
  if (closed.length < 2) return [];
  const total = sum(closed.map(profitOf));
  const best = closed.reduce((a, b) => (profitOf(b) > profitOf(a) ? b : a));
  if (total <= 0 || profitOf(best) <= SHARE * total) return [];
  return [
    {
      code: "ONE_TRADE",
      severity: "warning",
      text: `One trade made ${percent(profitOf(best) / total)} of the profit: ${best.token}, sold ${day(best.closedAt)}, ${gain(profitOf(best))}. All other trades together made ${gain(total - profitOf(best))}.`,
      remedy: "Do not count on such a trade again. Check windows without it, and other tokens and periods.",
    },
  ];
};
