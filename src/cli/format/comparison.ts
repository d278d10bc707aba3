import type { RunComparison, RunDifference } from "../../app/compare.js";
import { formatDuration } from "../../core/time/duration.js";
import { printable } from "../../core/printable.js";
import { REHEARSAL, REHEARSED } from "./rehearsal.js";
import { right, table } from "./table.js";
import { counted, timestamp } from "../../core/format.js";

/** How many causes are shown of one difference. */
const CAUSES_SHOWN = 3;
/** Longer values are cut. */
const WIDTH = 160;

/** A comparison of two runs as text: what is equal, what differs, and why. */
export function comparisonText(report: RunComparison): string {
  const parts = [
    heading(report),
    counts(report),
    setUp(report),
    verdict(report),
    ...report.differences.map(difference),
  ];
  const more = report.total - report.differences.length;
  if (more > 0) parts.push(`${more} more: --limit ${report.total}, or --json.`);
  return parts.filter((part) => part !== "").join("\n\n");
}

function heading({ first, second, span, counts: { outside } }: RunComparison): string {
  const line = (name: string, run: RunComparison["first"]): string =>
    `${name}  run ${run.id}, ${timestamp(run.from)} to ${timestamp(run.to)} UTC  (${run.journal})${run.rehearsal ? `  ${REHEARSAL}` : ""}`;
  const shared =
    span === null
      ? "The runs do not overlap in time, so nothing can be compared."
      : `Compared from ${timestamp(span.from)} to ${timestamp(span.to)} UTC${outside === 0 ? "" : `; ${outside} ticks are outside this range`}.`;
  const rehearsed = first.rehearsal || second.rehearsal ? [`${REHEARSAL}: ${REHEARSED}.`] : [];
  return [line("first ", first), line("second", second), ...rehearsed, shared].map(printable).join("\n");
}

function counts({
  counts: { ticks, decisions, intents, trades, wording, otherFacts },
  fillTimes,
}: RunComparison): string {
  const rows = Object.entries({ ticks, decisions, intents, trades }).map(([name, tally]) => [
    name,
    ...[tally.equal, tally.differing, tally.onlyFirst, tally.onlySecond].map(String),
  ]);
  const columns = ["", right("equal"), right("differing"), right("only in the first"), right("only in the second")];
  const notes = [
    wording === 0 ? "" : `${wording} decisions differ only in their reason or evidence.`,
    otherFacts === 0 ? "" : `${otherFacts} ticks made the same decision on slightly different inputs.`,
    fillTimes.count === 0
      ? ""
      : `${fillTimes.count} equal trades were filled at another time, with no tick between. Difference: ${formatDuration(fillTimes.median)} (median), at most ${formatDuration(fillTimes.largest)}.`,
  ].filter((note) => note !== "");
  return [table(columns, rows, ""), ...notes].join("\n");
}

function setUp({ setUp: found }: RunComparison): string {
  if (found.length === 0) return "";
  const shown = found.map(({ what, first, second }) => `  ${what}: ${value(first)} against ${value(second)}`);
  return ["Differences of setup:", ...shown].join("\n");
}

function verdict({ equal, total, causes, span }: RunComparison): string {
  if (equal) return "No difference.";
  if (total === 0)
    return span === null ? "" : "The common strategies are equal, but one strategy ran in only one of the runs.";
  const list = Object.entries(causes)
    .sort(([, a], [, b]) => b - a)
    .map(([kind, count]) => `${kind} ${count}`);
  return `${counted(total, "difference")}, by most likely cause: ${list.join(", ")}.`;
}

function difference({ at, strategy, what, first, second, causes, facts }: RunDifference): string {
  const [cause, ...others] = causes;
  const why = cause === undefined ? "" : `  ${cause.kind}: ${printable(cause.text)}`;
  const also = others.slice(0, CAUSES_SHOWN - 1).map(({ kind, text }) => `  also ${kind}: ${printable(text)}`);
  const rest = others.length >= CAUSES_SHOWN ? [`  and ${others.length - CAUSES_SHOWN + 1} more causes`] : [];
  const nearest =
    facts === "nearest" ? ["  (from the nearest earlier inputs, because a journal kept none for this tick)"] : [];
  return [
    `${timestamp(at)}  ${strategy}, ${what}`,
    why,
    ...[...also, ...rest, ...nearest],
    `  first:  ${value(first)}`,
    `  second: ${value(second)}`,
  ].join("\n");
}

function value(json: RunDifference["first"]): string {
  if (json === null) return "nothing";
  const text = printable(typeof json === "string" ? json : JSON.stringify(json));
  return text.length > WIDTH ? `${text.slice(0, WIDTH)} …` : text;
}
