/** Levenshtein distance between two texts. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(
        (row[j] as number) + 1,
        (next[j - 1] as number) + 1,
        (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
    row = next;
  }
  return row[b.length] as number;
}

/** The name most like `wrong`, for "did you mean"; null where none is close (more than a third of its letters differ, at least 2). */
export function nearest(wrong: string, names: Iterable<string>): string | null {
  let best: string | null = null;
  let least = Math.max(2, Math.floor(wrong.length / 3)) + 1;
  for (const name of names) {
    const d = distance(wrong.toLowerCase(), name.toLowerCase());
    if (d < least) [best, least] = [name, d];
  }
  return best;
}

/** `Did you mean X?` with the name most like `wrong`; `otherwise` where none is close. */
export function suggested(wrong: string, names: Iterable<string>, otherwise = ""): string {
  const near = nearest(wrong, names);
  return near === null ? otherwise : `Did you mean ${near}?`;
}
