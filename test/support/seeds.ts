/** Whole numbers from the first to the last. */
export const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_none, i) => first + i);

/** The usual seeds of a test, or others than a suite has time for: `INTERLEAVINGS=0-999 npx vitest run FILE`. */
export function seedsOr(usual: readonly number[]): readonly number[] {
  const [first, last = first] = (process.env["INTERLEAVINGS"] ?? "").split("-").filter(Boolean).map(Number);
  return first === undefined || last === undefined ? usual : range(first, last);
}
