import type { Bars } from "../model/bar.js";

type Columns = [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array];

/**
 * Columns of a file as bars.
 *
 * @param interval milliseconds
 * @param time opening times, epoch milliseconds
 * @param values open, high, low, close and volume, each as long as `time`
 */
export function barsOf(interval: number, time: Float64Array, values: readonly Float64Array[]): Bars {
  const [open, high, low, close, volume] = values as Columns;
  return { length: time.length, interval, time, open, high, low, close, volume };
}
