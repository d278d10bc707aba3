/** The list before, where another one says the same: what was worked out for it still holds. */
export function sameList<T>(before: readonly T[], now: readonly T[]): readonly T[] {
  return before.length === now.length && before.every((one, i) => one === now[i]) ? before : now;
}
