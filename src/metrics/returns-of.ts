import { DAY, HOUR } from "../core/time/duration.js";
import { firstAfterNear } from "../core/number/sorted.js";
import { MetricSettingsError } from "./errors.js";

/** Returns that are computed at most: of seconds for a third of a year. More is a period in another unit. */
const MOST_RETURNS = 10_000_000;

/** Days at least for which returns are taken by the day: enough of them for a tail of 5 %. */
const DAYS_FOR_DAILY = 100;

/**
 * The period of the returns that ratios are computed from, where none is asked for: a day for runs
 * of 100 days and longer, else an hour, but never less than the time between two points of the curve,
 * since returns between them would be made of nothing.
 *
 * @param length of the run, milliseconds
 * @param interval usual time between two points, milliseconds
 */
export function returnPeriod(length: number, interval: number): number {
  return Math.max(interval, length >= DAYS_FOR_DAILY * DAY ? DAY : HOUR);
}

/**
 * Returns of even periods, as fractions: the last value at or before each boundary against the one
 * before it. Boundaries begin at the curve's first time; what is left after the last whole period
 * is not a return. One array.
 *
 * @param time rising, epoch milliseconds
 * @param equity as long as `time`, USD
 * @param period milliseconds, above 0
 * @throws MetricSettingsError where that makes more than ten million of them
 */
export function returnsOf(
  time: ArrayLike<number>,
  equity: ArrayLike<number>,
  period: number,
  from = time[0] ?? 0,
  to = time[time.length - 1] ?? from,
): Float64Array {
  const count = time.length === 0 ? 0 : Math.floor((to - from) / period);
  if (count > MOST_RETURNS)
    throw new MetricSettingsError(`A period of ${period} ms makes ${count} returns of ${to - from} ms`, {
      remedy: `Take a longer one, in milliseconds: at most ${MOST_RETURNS} returns are computed.`,
    });
  const returns = new Float64Array(Math.max(0, count));
  let at = firstAfterNear(time, from, 0) - 1;
  let before = equity[at] ?? NaN;
  for (let i = 0; i < count; i += 1) {
    at = firstAfterNear(time, from + (i + 1) * period, at) - 1;
    const now = equity[at] ?? NaN;
    returns[i] = now / before - 1;
    before = now;
  }
  return returns;
}
