import { profitOf } from "../../../metrics/profits.js";
import { gain } from "../../../core/format.js";
import { sum } from "../figures.js";
import type { LintRule } from "../finding.js";

/** Share of the winning tokens' profit that one may have. */
const SHARE = 0.8;

/** Several tokens were traded, and one of them made the result. */
export const oneToken: LintRule = ({ result: { closed } }) => {
  const profits = new Map<string, number>();
  for (const trade of closed) profits.set(trade.token, (profits.get(trade.token) ?? 0) + profitOf(trade));
  if (profits.size < 2) return [];
  const total = sum([...profits.values()]);
  const won = sum([...profits.values()].filter((profit) => profit > 0));
  const [[token, most]] = [...profits].sort((a, b) => b[1] - a[1]) as [[string, number], ...[string, number][]];
  if (total <= 0 || most < SHARE * won) return [];
  return [
    {
      code: "ONE_TOKEN",
      severity: "warning",
      text: `Of ${profits.size} tokens, ${token} made ${gain(most)}; the others together made ${gain(total - most)}.`,
      remedy: `Run it again without ${token}, and on other periods. A strategy that works on one token of many may have been lucky.`,
    },
  ];
};
