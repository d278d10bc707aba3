import { fixed, percent, usd } from "../../../core/format.js";
import { daysOf, metric, slippageOf, sum } from "../figures.js";
import type { LintRule } from "../finding.js";

/** Times that the whole equity may be traded in a day; in a run of minutes a single trade is none of that. */
const A_DAY = 2;

/** The money is turned over so often that the result hangs on the cost of trading. */
export const highTurnover: LintRule = ({ result }) => {
  const traded = sum(result.fills.map(({ usd }) => usd));
  const days = daysOf(result);
  const turnover = metric(result, "turnover") ?? 0;
  const aDay = days > 0 ? turnover / days : 0;
  if (aDay <= A_DAY || turnover <= A_DAY) return [];
  return [
    {
      code: "TURNOVER",
      severity: "warning",
      text: `The whole equity is traded ${fixed(aDay, 1)} times a day. At ${percent(slippageOf(result) / traded)} of each trade slippage costs ${usd(slippageOf(result) / days)} a day, and a slightly worse price changes the result.`,
      remedy: "Add a cooldown or a band, or decide on longer bars, and check whether the result survives.",
    },
  ];
};
