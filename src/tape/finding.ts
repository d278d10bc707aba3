/** Something that a person should know of a tape or a file. */
export interface Finding {
  /** `wrong` is to be mended before anything is run on it; a `note` may be the market's own doing. */
  readonly severity: "wrong" | "note";
  /** Literal: of an error's code, or GAP, JUMP, STALE, BAR, CASH, OVERLAP, FINGERPRINT, EMPTY. */
  readonly code: string;
  /** File and line, or token and time. */
  readonly place: string;
  readonly problem: string;
  readonly remedy: string;
}

/** Findings of one kind and place that are kept; of the rest only the number is told. */
const KEPT = 100;

/** Keeps the first findings of each kind at each token or file, and counts the rest. */
export class Findings {
  readonly #kept: Finding[] = [];
  readonly #counts = new Map<string, { count: number; last: Finding }>();

  /** @param of the token or file */
  add(of: string, finding: Finding): void {
    const key = `${of}\n${finding.code}\n${finding.severity}`;
    const count = (this.#counts.get(key)?.count ?? 0) + 1;
    this.#counts.set(key, { count, last: finding });
    if (count <= KEPT) this.#kept.push(finding);
  }

  list(): Finding[] {
    const rest = [...this.#counts].flatMap(([key, { count, last }]) =>
      count <= KEPT
        ? []
        : [
            {
              ...last,
              place: key.split("\n")[0] ?? "",
              problem: `${count - KEPT} more of the kind ${last.code}, the last at ${last.place}`,
            },
          ],
    );
    return [...this.#kept, ...rest];
  }
}
