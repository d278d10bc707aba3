/** The index of the first value above `limit`; the length where there is none. Values rise. */
export function firstAfter(values: Float64Array, limit: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] as number) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
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
