import { figure } from "./figure.js";
import type { Metric } from "./metric.js";
import { ofProfits } from "./profits.js";

/** How many profits above 0 stand in a row at most. */
export function longestWinningStreak(profits: ArrayLike<number>): number {
  return longestRun(profits, (profit) => profit > 0);
}

/** How many profits below 0 stand in a row at most. */
export function longestLosingStreak(profits: ArrayLike<number>): number {
  return longestRun(profits, (profit) => profit < 0);
}

function longestRun(profits: ArrayLike<number>, counts: (profit: number) => boolean): number {
  let [run, longest] = [0, 0];
  for (let i = 0; i < profits.length; i += 1) {
    run = counts(profits[i] ?? NaN) ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
}

const common = { unit: "count", source: "usual; trades by average cost", needs: "a closed trade" } as const;

export const longestWinningStreakMetric: Metric = {
  ...common,
  name: "longestWinningStreak",
  title: "Longest winning streak",
  summary: "Most closed trades in a row that won, in the order of their sales.",
  compute: ofProfits((profits) => figure(longestWinningStreak(profits), "")),
};

export const longestLosingStreakMetric: Metric = {
  ...common,
  name: "longestLosingStreak",
  title: "Longest losing streak",
  summary: "Most closed trades in a row that lost, in the order of their sales.",
  compute: ofProfits((profits) => figure(longestLosingStreak(profits), "")),
};
