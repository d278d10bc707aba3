import { oncePer } from "../core/once-per.js";
import { none } from "./figure.js";
import type { ClosedTrade, Metric, MetricInput, MetricValue } from "./metric.js";

/** USD that a closed trade brought, slippage included: above 0 a win, below 0 a loss, 0 neither. */
export const profitOf = ({ costUsd, proceedsUsd }: ClosedTrade): number => proceedsUsd - costUsd;

/** A metric of profits: none where no trade was closed. */
export const ofProfits =
  (compute: (profits: Float64Array) => MetricValue): Metric["compute"] =>
  (input) =>
    input.closed.length === 0 ? none("No trade was closed.") : compute(profitsOf(input));

/** Of each closed trade in turn; made once a run, since several metrics ask. */
const profitsOf = oncePer(({ closed }: Pick<MetricInput, "closed">): Float64Array => {
  const profits = new Float64Array(closed.length);
  for (let i = 0; i < profits.length; i += 1) profits[i] = profitOf(closed[i] as ClosedTrade);
  return profits;
});

/** Sums and counts of the wins and losses among profits. */
interface Sides {
  readonly wins: number;
  readonly losses: number;
  /** 0 or above. */
  readonly won: number;
  /** 0 or below. */
  readonly lost: number;
}

export function sidesOf(profits: ArrayLike<number>): Sides {
  let [wins, losses, won, lost] = [0, 0, 0, 0];
  for (let i = 0; i < profits.length; i += 1) {
    const profit = profits[i] ?? NaN;
    if (profit > 0) {
      wins += 1;
      won += profit;
    } else if (profit < 0) {
      losses += 1;
      lost += profit;
    }
  }
  return { wins, losses, won, lost };
}
