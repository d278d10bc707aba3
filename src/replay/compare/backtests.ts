import { formatDuration } from "../../core/duration.js";
import { iso } from "../../core/utc.js";
import type { RunRow } from "../../journal/index.js";
import type { RunBacktest } from "../../model/journal.js";
import type { Cause, RunDifference, SetUpDifference } from "./report.js";

/** What two backtests ran on that was not the same, in words; nothing where one of the runs is none. */
export function backtestDifferences({ backtest: a }: RunRow, { backtest: b }: RunRow): SetUpDifference[] {
  if (a === null || b === null) return [];
  const [first, second] = [inWords(a), inWords(b)];
  const names = Object.keys(first) as (keyof typeof first)[];
  return names
    .filter((what) => (what === "tape" ? a.tape.fingerprint !== b.tape.fingerprint : first[what] !== second[what]))
    .map((what) => ({ what, first: first[what], second: second[what] }));
}

/** The same as a cause of whatever differs; none where they are the same, or one of them only goes on for longer. */
export function backtestCauses(first: RunRow, second: RunRow): Cause[] {
  const longer = first.backtest?.from === second.backtest?.from;
  const found = backtestDifferences(first, second).filter(({ what }) => what !== "range" || !longer);
  if (found.length === 0) return [];
  const text = `the backtests were not the same: ${found.map(({ what }) => `another ${what}`).join(", ")}`;
  const of = (side: "first" | "second") => Object.fromEntries(found.map((one) => [one.what, one[side]]));
  return [{ kind: "backtest", text, first: of("first"), second: of("second") }];
}

/** A difference with these causes: before the facts, which follow from them; after why a tick is missing, for which they seldom are. */
export function withCauses(difference: RunDifference, backtests: readonly Cause[]): RunDifference {
  if (backtests.length === 0) return difference;
  const { what, causes } = difference;
  const others = causes.filter(({ kind }) => kind !== "unknown");
  return { ...difference, causes: what === "tick" ? [...others, ...backtests] : [...backtests, ...others] };
}

const inWords = ({ tape, from, to, latency, bars, houseTeams, inputs }: RunBacktest) => ({
  tape: `${tape.label} (${tape.fingerprint})`,
  range: `${iso(from)} to ${iso(to)}`,
  latency: formatDuration(latency),
  "kind of bars": bars,
  "choice of house teams": houseTeams ? "with them" : "without",
  "run of inputs": inputs ?? "none",
});
