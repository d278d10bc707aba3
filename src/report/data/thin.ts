import { firstAfter, firstFrom } from "../../core/number/sorted.js";

/**
 * The places of a curve that show its shape: the lowest and the highest of each of `buckets` equal
 * spans of time, in the order of time, and the first and the last of all. At most 2 × buckets + 2.
 *
 * @param time rising; @param values as many
 * @param from, until only the points in [from, until] are looked at
 */
export function thin(
  time: Float64Array,
  values: Float64Array,
  buckets: number,
  from = -Infinity,
  until = Infinity,
): number[] {
  const first = firstFrom(time, from);
  const end = firstAfter(time, until);
  if (end - first <= 2 * buckets + 2) return Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);
  const start = time[first] as number;
  const width = ((time[end - 1] as number) - start) / buckets;
  const kept: number[] = [first];
  for (let i = first, bucket = 1; i < end; bucket += 1) {
    const edge = bucket >= buckets ? Infinity : start + bucket * width;
    let low = i;
    let high = i;
    if ((time[i] as number) >= edge) continue;
    for (; i < end && (time[i] as number) < edge; i += 1) {
      const value = values[i] as number;
      if (value < (values[low] as number)) low = i;
      if (value > (values[high] as number)) high = i;
    }
    keep(kept, Math.min(low, high));
    keep(kept, Math.max(low, high));
  }
  keep(kept, end - 1);
  return kept;
}

function keep(kept: number[], index: number): void {
  if (index > (kept[kept.length - 1] as number)) kept.push(index);
}

/** Sorted, each once. */
export function union(lists: readonly (readonly number[])[]): Float64Array {
  const all = Float64Array.from(lists.flat()).sort();
  let length = 0;
  for (const value of all) if (length === 0 || value !== all[length - 1]) all[length++] = value;
  return all.slice(0, length);
}
