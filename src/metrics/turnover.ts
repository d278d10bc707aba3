import { figure, lengthOf } from "./figure.js";
import type { Metric } from "./metric.js";

/** USD traded / mean equity: how many times over the equity was traded. Every swap counts once. */
export function turnover(usdOfFills: ArrayLike<number>, meanEquity: number): number {
  let traded = 0;
  for (let i = 0; i < usdOfFills.length; i += 1) traded += usdOfFills[i] ?? 0;
  return traded / meanEquity;
}

/** Mean of an equity curve, each value weighted by the time until the next; the only value of a curve without length. */
export function meanEquity(time: Float64Array, equity: Float64Array): number {
  const length = lengthOf({ time });
  if (!(length > 0)) return equity.at(-1) ?? NaN;
  let sum = 0;
  let at = time[0] as number;
  for (let i = 1; i < time.length; i += 1) {
    const next = time[i] as number;
    sum += (equity[i - 1] ?? NaN) * (next - at);
    at = next;
  }
  return sum / length;
}

export const turnoverMetric: Metric = {
  name: "turnover",
  title: "Turnover",
  unit: "ratio",
  summary: "USD of all swaps / mean equity: how many times over it was traded in the run.",
  source: "usual; every swap counts once",
  needs: "equity",
  compute: ({ time, equity, fills }) =>
    figure(
      turnover(
        fills.map(({ usd }) => usd),
        meanEquity(time, equity),
      ),
      "There is no equity.",
    ),
};
