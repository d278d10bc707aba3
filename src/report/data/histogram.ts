/** Counts of values in bins of equal width. The first and the last bin also hold what lies beyond them. */
interface Histogram {
  /** Lower edges; zero is one of them, or lies outside. */
  readonly edges: readonly number[];
  readonly width: number;
  readonly counts: readonly number[];
  /** Where the first bin begins and the last one ends with what lies beyond them. */
  readonly from: number;
  readonly to: number;
}

/** Outliers do not stretch the bins: this share at each end, and what is farther from the middle half than this many times its width, falls into the outer ones. */
const TAIL = 0.01;
const REACH = 4;
/** Of fewer values none is taken for an outlier: each has its place. */
const ENOUGH = 10;
/** Width of a bin, at least: values that differ by rounding alone are equal. */
const LEAST = 1e-9;

/** @param bins about how many are wanted; null if there are no values */
export function histogram(values: readonly number[], bins = 24): Histogram | null {
  const sorted = Float64Array.from(values.filter(Number.isFinite)).sort();
  if (sorted.length === 0) return null;
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] as number;
  const reach = REACH * (at(0.75) - at(0.25));
  const fenced = reach > 0 && sorted.length >= ENOUGH;
  const low = fenced ? Math.max(at(TAIL), at(0.25) - reach) : at(TAIL);
  const high = fenced ? Math.min(at(1 - TAIL), at(0.75) + reach) : at(1 - TAIL);
  const width = niceWidth(Math.max(LEAST, (high > low ? high - low : Math.max(Math.abs(high), 0.01)) / bins));
  // Half a millionth of a bin: an edge that is a multiple of the width only by rounding is that multiple.
  const first = Math.floor(low / width + 5e-7);
  const last = Math.max(first, Math.ceil(high / width - 5e-7) - 1);
  const counts = new Array<number>(last - first + 1).fill(0);
  for (const value of sorted) {
    const bin = Math.min(last, Math.max(first, Math.floor(value / width + 5e-7))) - first;
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const edges = counts.map((_, i) => Number(((first + i) * width).toPrecision(12)));
  const ends = [edges[0] ?? 0, (edges[edges.length - 1] ?? 0) + width] as const;
  return { edges, width, counts, from: Math.min(ends[0], at(0)), to: Math.max(ends[1], at(1)) };
}

/** 1, 2, 2.5 or 5 times a power of ten, at or above what is asked for. */
function niceWidth(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(atLeast));
  const factor = [1, 2, 2.5, 5, 10].find((step) => step * power >= atLeast * (1 - 1e-9)) ?? 10;
  return Number((factor * power).toPrecision(12));
}
