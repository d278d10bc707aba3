/**
 * The index of the first value above `limit`; the length where there is none. Values rise.
 *
 * @param low values before it are known to be up to the limit
 * @param high that value, or one after it, is known to be above the limit, or the end
 */
export function firstAfter(values: ArrayLike<number>, limit: number, low = 0, high = values.length): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] as number) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The same for a limit that lies shortly after a place: in steps that double from there on.
 *
 * @param place where to begin; a value up to the limit stands there
 */
export function firstAfterNear(values: ArrayLike<number>, limit: number, place: number): number {
  let low = place + 1;
  let high = low;
  for (let step = 1; high < values.length && (values[high] as number) <= limit; step *= 2) {
    low = high + 1;
    high += step;
  }
  return firstAfter(values, limit, low, Math.min(high, values.length));
}

/** The index of the first value that is not below `limit`; the length where there is none. Values rise. */
export function firstFrom(values: Float64Array, limit: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] as number) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The places of values, the lowest value first; of equal ones in the order in which they stand. */
export function placesInOrder(values: Float64Array): Uint32Array {
  return Uint32Array.from(values, (_, i) => i).sort((a, b) => (values[a] as number) - (values[b] as number) || a - b);
}
