import { formatDuration } from "../../core/time/duration.js";
import { iso } from "../../core/time/utc.js";
import type { RunRow } from "../../journal/index.js";
import type { RunBacktest } from "../../model/journal.js";
import type { Cause, CauseKind, RunDifference, SetUpDifference } from "./report.js";

/** What two backtests ran on that was not the same, in words; nothing where one of the runs is none. */
export function backtestDifferences({ backtest: a }: RunRow, { backtest: b }: RunRow): SetUpDifference[] {
  if (a === null || b === null) return [];
  const [first, second] = [inWords(a), inWords(b)];
  const names = Object.keys(first) as (keyof typeof first)[];
  return names
    .filter((what) => (what === "tape" ? a.tape.fingerprint !== b.tape.fingerprint : first[what] !== second[what]))
    .map((what) => ({ what, first: first[what], second: second[what] }));
}

/** That two backtests were not the same, as a cause of whatever differs. */
export interface BacktestCause {
  readonly cause: Cause;
  /** Where the tape alone is another one, its prices and quotes say more. */
  readonly ofTapeAlone: boolean;
}

/** Null where they were the same, or one of them only goes on for longer. */
export function backtestCause(first: RunRow, second: RunRow): BacktestCause | null {
  const longer = first.backtest?.from === second.backtest?.from;
  const found = backtestDifferences(first, second).filter(({ what }) => what !== "range" || !longer);
  if (found.length === 0) return null;
  const text = `the backtests were not the same: ${found.map(({ what }) => `another ${what}`).join(", ")}`;
  const of = (side: "first" | "second") => Object.fromEntries(found.map((one) => [one.what, one[side]]));
  return {
    cause: { kind: "backtest", text, first: of("first"), second: of("second") },
    ofTapeAlone: found.every(({ what }) => what === "tape"),
  };
}

/** What is why only where nothing else is. */
const LEAST: readonly CauseKind[] = ["seed", "code"];

/** A difference with this cause too: before the facts that follow from it, and after why a tick is missing, for which it seldom is. */
export function withCause(difference: RunDifference, backtest: BacktestCause | null): RunDifference {
  if (backtest === null) return difference;
  const { cause, ofTapeAlone } = backtest;
  const others = difference.causes.filter(({ kind }) => !LEAST.includes(kind) && kind !== "unknown");
  const least = difference.causes.filter(({ kind }) => LEAST.includes(kind));
  const last = ofTapeAlone || difference.what === "tick";
  return { ...difference, causes: last ? [...others, cause, ...least] : [cause, ...others, ...least] };
}

const inWords = ({ tape, from, to, latency, bars, houseTeams, inputs }: RunBacktest) => ({
  tape: `${tape.label} (${tape.fingerprint})`,
  range: `${iso(from)} to ${iso(to)}`,
  latency: formatDuration(latency),
  "kind of bars": bars,
  "choice of house teams": houseTeams ? "with them" : "without",
  "run of inputs": inputs ?? "none",
});
