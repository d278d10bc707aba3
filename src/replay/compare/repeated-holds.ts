import { canonicalJson } from "../../core/json.js";
import { iso } from "../../core/time/utc.js";
import type { DecisionRow } from "../../journal/index.js";
import type { Recording } from "./recording.js";
import type { Cause, RunDifference } from "./report.js";
import { timingFirst } from "./set-up.js";

/**
 * Where two runs repeated the same hold at other instants, of which one journal has no ticks: told by how
 * often, and until when. The first such place of a strategy; null where there is none that is certain.
 *
 * @param setUp in what the strategy was set up differently
 * @param told when its ticks were found to differ, ascending: there a count says nothing more
 */
export function repeatedOtherwise(
  strategy: string,
  runs: readonly [Recording, Recording],
  setUp: readonly Cause[],
  told: readonly number[],
): RunDifference | null {
  const [ones, others] = [rowsOf(runs[0], strategy), rowsOf(runs[1], strategy)];
  for (let i = 0, j = 0, k = 0; ;) {
    const [a, b] = [ones[i], others[j]];
    if (a === undefined || b === undefined) return null;
    while ((told[k] ?? Infinity) < Math.min(a.at, b.at)) k++;
    const isTold = (told[k] ?? Infinity) <= Math.max(a.lastAt, b.lastAt);
    const untilLater = a.lastAt >= b.lastAt ? missed(a, others[j + 1], runs[1]) : missed(b, ones[i + 1], runs[0]);
    const differ = a.lastAt === b.lastAt ? a.at === b.at && a.count !== b.count : untilLater;
    if (a.at <= b.lastAt && b.at <= a.lastAt && differ && sameHold(a, b) && !isTold)
      return differenceOf(strategy, a, b, setUp);
    if (a.lastAt <= b.lastAt) i++;
    if (b.lastAt <= a.lastAt) j++;
  }
}

const rowsOf = ({ decisions }: Recording, strategy: string): DecisionRow[] =>
  decisions.filter((row) => row.strategy === strategy && !row.aside);

/** Whether a run went on, and decided nothing, when the other one repeated its hold for the last time. */
function missed({ lastAt }: DecisionRow, next: DecisionRow | undefined, { run }: Recording): boolean {
  return (next?.at ?? run.ending?.at ?? -Infinity) > lastAt;
}

const sameHold = (a: DecisionRow, b: DecisionRow): boolean =>
  a.decision.kind === "hold" && canonicalJson(a.decision) === canonicalJson(b.decision);

function differenceOf(strategy: string, a: DecisionRow, b: DecisionRow, setUp: readonly Cause[]): RunDifference {
  const told = ({ at, lastAt, count }: DecisionRow): string => `${count} times from ${iso(at)} to ${iso(lastAt)}`;
  const [first, second] = [told(a), told(b)];
  const text = `the same hold was decided ${first} against ${second}: another schedule, or runs that were missed`;
  const cause: Cause = { kind: "timing", text, first: a.count, second: b.count };
  const at = Math.max(a.at, b.at);
  return { at, strategy, what: "tick", first, second, causes: [cause, ...timingFirst(setUp)], facts: "none" };
}
