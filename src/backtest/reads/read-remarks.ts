import type { Note } from "../../model/journal.js";
import { shortIso } from "../../core/format.js";

/**
 * What a reader must know of `read` hooks that failed, a sentence a strategy: it decided on `inputs: null` there, which
 * looks like a strategy that waits.
 */
export function readRemarks(notes: readonly Note[]): string[] {
  const byStrategy = new Map<unknown, { readonly first: Note; count: number }>();
  for (const note of notes) {
    if (note.kind !== "read-failed") continue;
    const strategy = note.data?.["strategy"];
    const seen = byStrategy.get(strategy);
    if (seen === undefined) byStrategy.set(strategy, { first: note, count: 1 });
    else seen.count++;
  }
  return [...byStrategy.values()].map(({ first, count }) => {
    const times = count === 1 ? "once" : `${count} times, first`;
    return `Failed reads gave null inputs, ${times} at ${shortIso(first.at)}: ${first.text}`;
  });
}
