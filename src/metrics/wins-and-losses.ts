import { figure } from "./figure.js";
import type { Metric } from "./metric.js";
import { ofProfits, sidesOf } from "./profits.js";

/** Mean of the profits above 0; NaN where there is none. */
export function averageWin(profits: ArrayLike<number>): number {
  const { won, wins } = sidesOf(profits);
  return won / wins;
}

/** Mean of the profits below 0, a number below 0; NaN where there is none. */
export function averageLoss(profits: ArrayLike<number>): number {
  const { lost, losses } = sidesOf(profits);
  return lost / losses;
}

/** The largest profit above 0; NaN where there is none. */
export function largestWin(profits: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < profits.length; i += 1) if ((profits[i] ?? NaN) > largest) largest = profits[i] ?? NaN;
  return largest > 0 ? largest : NaN;
}

/** The largest loss, a number below 0; NaN where there is none. */
export function largestLoss(profits: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < profits.length; i += 1) if ((profits[i] ?? NaN) < largest) largest = profits[i] ?? NaN;
  return largest < 0 ? largest : NaN;
}

const won = (compute: (profits: ArrayLike<number>) => number): Metric["compute"] =>
  ofProfits((profits) => figure(compute(profits), "No closed trade won."));
const lost = (compute: (profits: ArrayLike<number>) => number): Metric["compute"] =>
  ofProfits((profits) => figure(compute(profits), "No closed trade lost."));

const common = { unit: "usd", source: "usual; trades by average cost" } as const;

export const averageWinMetric: Metric = {
  ...common,
  name: "averageWin",
  title: "Average win",
  summary: "Mean profit of the closed trades that won, USD.",
  needs: "a closed trade that won",
  compute: won(averageWin),
};

export const averageLossMetric: Metric = {
  ...common,
  name: "averageLoss",
  title: "Average loss",
  summary: "Mean result of the closed trades that lost, USD, below 0.",
  needs: "a closed trade that lost",
  compute: lost(averageLoss),
};

export const largestWinMetric: Metric = {
  ...common,
  name: "largestWin",
  title: "Largest win",
  summary: "The most that a closed trade won, USD.",
  needs: "a closed trade that won",
  compute: won(largestWin),
};

export const largestLossMetric: Metric = {
  ...common,
  name: "largestLoss",
  title: "Largest loss",
  summary: "The most that a closed trade lost, USD, below 0.",
  needs: "a closed trade that lost",
  compute: lost(largestLoss),
};
