/**
 * The value below which a share of the values lies, with linear interpolation between neighbours (as
 * numpy's percentile). NaN for no values, and where one of them is NaN. Time linear on average: a
 * selection on one copy, no sort.
 *
 * @param share 0 to 1
 */
export function quantile(values: ArrayLike<number>, share: number): number {
  if (values.length === 0 || hasNaN(values)) return NaN;
  const copy = Float64Array.from(values);
  const place = share * (copy.length - 1);
  const below = Math.floor(place);
  const low = select(copy, below);
  if (place === below) return low;
  // After the selection everything right of its place is larger, so the next one is their least.
  let high = Infinity;
  for (let i = below + 1; i < copy.length; i += 1) high = Math.min(high, copy[i] ?? Infinity);
  return low + (high - low) * (place - below);
}

/** Moves the value of rank `rank` (from 0) to its place, smaller ones before it, larger ones behind, and returns it. */
export function select(values: Float64Array, rank: number): number {
  let left = 0;
  let right = values.length - 1;
  while (left < right) {
    const [before, behind] = partition(values, left, right);
    if (rank <= before) right = before;
    else if (rank >= behind) left = behind;
    else break;
  }
  return values[rank] ?? NaN;
}

/** Hoare's partition around the median of three: at the end all up to `before` are at most, all from `behind` at least the pivot. */
function partition(values: Float64Array, left: number, right: number): readonly [before: number, behind: number] {
  const pivot = medianOfThree(values[left] ?? 0, values[(left + right) >> 1] ?? 0, values[right] ?? 0);
  let low = left;
  let high = right;
  while (low <= high) {
    while ((values[low] ?? Infinity) < pivot) low += 1;
    while ((values[high] ?? -Infinity) > pivot) high -= 1;
    if (low > high) break;
    const swapped = values[low] ?? 0;
    values[low] = values[high] ?? 0;
    values[high] = swapped;
    low += 1;
    high -= 1;
  }
  return [high, low];
}

function medianOfThree(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

function hasNaN(values: ArrayLike<number>): boolean {
  for (let i = 0; i < values.length; i += 1) if (Number.isNaN(values[i] ?? NaN)) return true;
  return false;
}

/** The values that are not NaN, copied. */
export function withoutNaN(values: ArrayLike<number>): Float64Array {
  const kept = new Float64Array(values.length);
  let count = 0;
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? NaN;
    if (Number.isNaN(value)) continue;
    kept[count] = value;
    count += 1;
  }
  return kept.subarray(0, count);
}
