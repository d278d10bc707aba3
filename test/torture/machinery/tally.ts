import type { Tally } from "./part.js";

/** Counts by name, with more of them added. */
export function plus(
  counts: Readonly<Record<string, number>>,
  more: Readonly<Record<string, number>>,
): Record<string, number> {
  const sums = { ...counts };
  for (const [name, count] of Object.entries(more)) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}

/** Several tallies as one. */
export function together(tallies: readonly Tally[]): Tally {
  return {
    counts: tallies.map(({ counts }) => counts).reduce(plus, {}),
    faults: tallies.map(({ faults = {} }) => faults).reduce(plus, {}),
    failures: tallies.flatMap(({ failures }) => failures),
  };
}
