import { canonicalJson } from "../../core/json.js";
import type { DecisionRow } from "../../journal/index.js";
import type { IntentComparison } from "./compare-intents.js";
import { decisionsJson } from "./decided.js";
import { explained, intentCauses } from "./explain.js";
import type { LaterFills } from "./later-fills.js";
import type { Recording } from "./recording.js";
import type { Cause, RunDifference, Tally } from "./report.js";

/**
 * Compares the decisions that were made outside of ticks (by hand, for the daily minimum) while both runs lasted, in their
 * order, and counts them.
 *
 * @param late takes the trades that one of the runs knew of later: before the ticks are compared, which tell whether that matters
 */
export function compareAsides(
  runs: readonly [Recording, Recording],
  intents: IntentComparison,
  counts: Tally,
  late: LaterFills,
): RunDifference[] {
  const from = Math.max(...runs.map(({ run }) => run.startedAt));
  const to = Math.min(...runs.map(endOf));
  const [a, b] = [asidesOf(runs[0], from, to), asidesOf(runs[1], from, to)];
  const length = Math.max(a.length, b.length);
  return Array.from({ length }, (_, i) => compare(a[i], b[i], intents, counts, late)).flat();
}

const asidesOf = ({ decisions }: Recording, from: number, to: number): DecisionRow[] =>
  decisions.filter(({ aside, at }) => aside && at >= from && at <= to);

/** When a run ended; of one that was killed, or goes on, when it decided last. */
const endOf = ({ run, decisions }: Recording): number =>
  run.ending?.at ?? decisions.reduce((last, { lastAt }) => Math.max(last, lastAt), -Infinity);

function compare(
  first: DecisionRow | undefined,
  second: DecisionRow | undefined,
  intents: IntentComparison,
  counts: Tally,
  late: LaterFills,
): RunDifference[] {
  const found = intents.compare(first?.number ?? null, second?.number ?? null);
  const row = first ?? second;
  if (row === undefined) return [];
  const { strategy } = row;
  const at = Math.min(row.at, second?.at ?? Infinity);
  if (first !== undefined && second !== undefined && canonicalJson(first.decision) === canonicalJson(second.decision)) {
    counts.equal++;
    late.addAll(strategy, found.later);
    return found.differences.map((one) => ({
      ...{ what: one.what, first: one.first, second: one.second, at, strategy },
      ...explained(intentCauses(one, one.before ?? []), null),
    }));
  }
  counts[first === undefined ? "onlySecond" : second === undefined ? "onlyFirst" : "differing"]++;
  const text = "it was decided outside of ticks: by hand, or to keep the daily minimum";
  const cause: Cause = { kind: "unknown", text, first: first?.at ?? null, second: second?.at ?? null };
  const shown = { first: shownOf(first), second: shownOf(second) };
  return [{ at, strategy, what: "decision", ...shown, causes: [cause], facts: "none" }];
}

function shownOf(row: DecisionRow | undefined): RunDifference["first"] {
  return row === undefined ? null : decisionsJson([{ seq: row.number, decision: row.decision }]);
}
