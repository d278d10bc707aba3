import { drawdownPath, pathOf } from "./drawdown-path.js";
import type { Metric } from "./metric.js";

/** Periods of the longest stretch below an earlier peak, the start included, from the peak to its recovery or the end; 0 where nothing ever fell. */
export function longestUnderWater(returns: ArrayLike<number>): number {
  const equity = new Float64Array(returns.length + 1);
  equity[0] = 1;
  for (let i = 0; i < returns.length; i += 1) {
    const change = returns[i] ?? NaN;
    equity[i + 1] = (equity[i] ?? NaN) * (Number.isNaN(change) ? 1 : 1 + change);
  }
  const { longest } = drawdownPath(equity);
  return longest === null ? 0 : longest.end - longest.peak;
}

export const longestUnderWaterMetric: Metric = {
  name: "longestUnderWater",
  title: "Longest time under water",
  unit: "ms",
  summary: "Longest time from a peak of equity to the next time at its height, or to the end.",
  source: "as the drawdown's duration, over all of them",
  needs: "nothing: 0 where equity never fell",
  compute: (input) => {
    const { longest } = pathOf(input);
    const { time } = input;
    return { value: longest === null ? 0 : (time[longest.end] ?? NaN) - (time[longest.peak] ?? NaN) };
  },
};
