/** A moment as UTC to the second: `2025-01-02 03:04:05`; "n/a" where not known. */
export function moment(at: number | null): string {
  return at === null ? "n/a" : new Date(at).toISOString().slice(0, 19).replace("T", " ");
}
