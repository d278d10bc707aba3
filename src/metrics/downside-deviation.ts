/**
 * Downside deviation a year, as a fraction: √(mean of min(return − target, 0)² over **all** periods) ×
 * √(periods a year). Over all of them, not over the losing ones alone: else fewer losses would not
 * make it smaller. NaN returns are left out; NaN where there is none. As empyrical's `downside_risk`.
 *
 * @param target what a period's return must reach, as a fraction
 */
export function downsideDeviation(returns: ArrayLike<number>, target = 0, perYear = 365): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < returns.length; i += 1) {
    const value = returns[i] ?? NaN;
    if (Number.isNaN(value)) continue;
    const short = Math.min(value - target, 0);
    sum += short * short;
    count += 1;
  }
  return Math.sqrt(sum / count) * Math.sqrt(perYear);
}
