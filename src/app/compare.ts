import { compareRuns, recordingOf, type RunComparison } from "../replay/index.js";
import { openConfigOfData } from "./config/find.js";
import { countOf } from "./count.js";
import { UsageError } from "./errors.js";
import { findRun, type FoundRun } from "./journal/find-run.js";
import { toldTicks } from "./journal/told-ticks.js";
import { withJournal } from "./journal/with-journal.js";
import { silentProgress } from "./process/progress.js";

export type { Cause, RunComparison, RunDifference } from "../replay/index.js";

interface CompareQuestion {
  readonly config: string | undefined;
  /** Further folders of journals to look for runs in. */
  readonly journals: readonly string[];
  /** How many differences are told; as it was typed. */
  readonly limit?: string;
}

/** Compares two runs, each called as `findRun` takes it. Throws UnknownRunError, UsageError, ConfigError, JournalError. */
export function compare(
  first: string,
  second: string,
  question: CompareQuestion,
  progress = silentProgress,
): RunComparison {
  const loaded = openConfigOfData(question.config, first, second);
  const find = (name: string): FoundRun => findRun(name, loaded, question.journals);
  const [a, b] = [find(first), find(second)];
  const limit = question.limit === undefined ? undefined : countOf(question.limit, "differences");
  if (a.folder === b.folder && a.id === b.id)
    throw new UsageError(`Both are run ${a.id} in ${a.folder}`, { remedy: "Give two different runs." });
  return withJournal(a.folder, (one) =>
    withJournal(b.folder, (other) => {
      const both = [
        { reader: one, id: a.id },
        { reader: other, id: b.id },
      ];
      const [left = one, right = other] = toldTicks(both, "comparing", progress);
      const runs = [recordingOf(left, a.id, a.folder), recordingOf(right, b.id, b.folder)] as const;
      try {
        return compareRuns(...runs, limit);
      } finally {
        progress.end();
      }
    }),
  );
}
