import { DAY } from "../core/time/duration.js";
import { power } from "../core/number/power.js";
import { figure, lengthOf, none, tooShort } from "./figure.js";
import type { Metric } from "./metric.js";
import { periodsPerYear } from "./settings.js";
import { growth } from "./total-return.js";

/** A quarter: what is raised to more than its fourth power is no growth rate any more. */
const SHORTEST_FOR_GROWTH = 90 * DAY;

/**
 * Compound annual growth rate, as a fraction: (1 + total return)^(periods a year / number of
 * returns) − 1; every return counts as a period, NaN too. NaN where there is no return. As
 * empyrical's `cagr`.
 */
export function cagr(returns: ArrayLike<number>, perYear = 365): number {
  return power(growth(returns), perYear / returns.length) - 1;
}

export const cagrMetric: Metric = {
  name: "cagr",
  title: "Compound annual growth rate",
  unit: "fraction",
  summary: "(Final equity / initial equity) to the power of (a year / length of the run), less one.",
  source: "empyrical, cagr; here by the time that passed",
  needs: "90 days",
  compute: (input) => {
    const why = tooShort(input, SHORTEST_FOR_GROWTH);
    if (why !== null) return none(why);
    const grown = (input.equity.at(-1) ?? NaN) / (input.equity[0] ?? NaN);
    const perRun = periodsPerYear(lengthOf(input), input.settings.daysPerYear);
    return figure(power(grown, perRun) - 1, "There is no equity at the start.");
  },
};
