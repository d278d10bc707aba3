/** So many are named. */
const NAMED = 5;

/** The first few of what may be thousands, for a sentence: `a, b, c, d, e and 117 more`. */
export function someOf(names: readonly string[]): string {
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : "";
  return names.slice(0, NAMED).join(", ") + more;
}
