import { compareRuns, recordingOf, type RunComparison } from "../replay/index.js";
import { openConfigOfData } from "./config/find.js";
import { UsageError } from "./errors.js";
import { findRun, withRun, type FoundRun } from "./journal/find-run.js";

export type { Cause, RunComparison, RunDifference } from "../replay/index.js";

export interface CompareQuestion {
  readonly config: string | undefined;
  /** Further folders of journals to look for runs in. */
  readonly journals: readonly string[];
  /** How many differences are told; as it was typed. */
  readonly limit?: string;
}

/** Compares two runs, each called as `findRun` takes it. Throws UnknownRunError, UsageError, ConfigError, JournalError. */
export function compare(first: string, second: string, question: CompareQuestion): RunComparison {
  const loaded = openConfigOfData(question.config);
  const find = (name: string): FoundRun => findRun(name, loaded, question.journals);
  const [a, b] = [find(first), find(second)];
  const limit = limitOf(question.limit);
  if (a.folder === b.folder && a.id === b.id)
    throw new UsageError(`Both are run ${a.id} in ${a.folder}`, { remedy: "Name two runs." });
  return withRun(a, (one) =>
    withRun(b, (other) => compareRuns(recordingOf(one, a.id, a.folder), recordingOf(other, b.id, b.folder), limit)),
  );
}

function limitOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageError(`"${text}" is not a number of differences`, { remedy: "Write a whole number above 0." });
}
