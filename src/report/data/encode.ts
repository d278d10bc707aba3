/** Times as the page reads them: the first one, and the steps between them in a unit that divides all of them. */
export interface EncodedTimes {
  /** Epoch milliseconds. */
  readonly from: number;
  /** Milliseconds. */
  readonly unit: number;
  readonly steps: readonly number[];
}

/** Whole milliseconds, rising. */
export function encodeTimes(times: ArrayLike<number>): EncodedTimes {
  const steps: number[] = [];
  let unit = 0;
  for (let i = 1; i < times.length; i += 1) {
    const step = Math.round(times[i] as number) - Math.round(times[i - 1] as number);
    steps.push(step);
    unit = divisor(unit, step);
  }
  const by = unit === 0 ? 1 : unit;
  return { from: Math.round(times[0] ?? 0), unit: by, steps: steps.map((step) => step / by) };
}

function divisor(a: number, b: number): number {
  while (b > 0) [a, b] = [b, a % b];
  return a;
}

/** Numbers with about as many digits as a chart can show; what is not a number is null. */
export function rounded(values: ArrayLike<number | null>, significant = 7): (number | null)[] {
  let largest = 0;
  for (let i = 0; i < values.length; i += 1) {
    const size = Math.abs(values[i] ?? 0);
    if (size > largest && size < Infinity) largest = size;
  }
  // A power of ten at or above 1 divides without an error, one below multiplies without one.
  const places = largest === 0 ? 0 : Math.min(300, significant - 1 - Math.floor(Math.log10(largest)));
  const scale = 10 ** Math.abs(places);
  const result = new Array<number | null>(values.length);
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i];
    if (value === null || value === undefined || !Number.isFinite(value)) result[i] = null;
    else result[i] = (places >= 0 ? Math.round(value * scale) / scale : Math.round(value / scale) * scale) + 0;
  }
  return result;
}
