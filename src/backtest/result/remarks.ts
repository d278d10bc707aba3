import { someOf } from "../../core/some-of.js";
import { formatDuration } from "../../core/time/duration.js";
import type { ColumnJournal } from "../../journal/columns/column-journal.js";
import type { BoundStrategy } from "../../strategy/bind/bind.js";
import { neverScheduled } from "../../strategy/bind/never-scheduled.js";
import type { Cadence } from "../../strategy/bind/schedule.js";
import { alignmentOf } from "../../tape/aligned-tape.js";
import type { RateBudget } from "../world/budget.js";
import { counted, shortIso } from "../../core/format.js";
import { cutRangeRemarks } from "./cut-range.js";
import { gapRemarks } from "./gaps.js";
import type { BacktestPlan } from "../plan/plan.js";
import type { Range } from "../plan/range.js";
import type { FinishedRun } from "../run.js";
import type { BacktestFill, StaleFills } from "./result.js";
import { warmUpRemarks } from "./warm-up.js";
import type { Note } from "../../model/journal.js";

interface RemarkSources extends BacktestPlan, Omit<FinishedRun, "world"> {
  readonly journal: ColumnJournal;
  readonly fills: readonly BacktestFill[];
  readonly stale: StaleFills | null;
  readonly budget: RateBudget;
}

/** What a reader must know of how it was run, a sentence each. */
export function remarksOf(sources: RemarkSources): string[] {
  return [
    ...endRemarks(sources),
    ...cutRangeRemarks(sources.tape, sources.tokens.onTape, sources.range),
    ...sources.strategies.flatMap((strategy) => undueRemarks(strategy, sources.range)),
    ...sources.strategies.flatMap((strategy) => warmUpRemarks(strategy, sources)),
    ...sources.strategies.flatMap((strategy) => scheduleRemarks(strategy, sources)),
    ...alignmentRemarks(sources),
    ...samplingRemarks(sources),
    ...barRemarks(sources),
    ...fillRemarks(sources),
    ...gapRemarks({ ...sources, tokens: sources.tokens.onTape }),
    ...[...sources.hooks.missing].map(
      ([name, count]) => `No input was recorded for the read of ${name} at ${counted(count, "instant")}; it got null.`,
    ),
    ...readRemarks(sources.journal.notes),
    ...breachRemarks(sources.budget),
    ...droppedRemarks(sources.journal),
    ...(sources.tokens.pegged.size === 0 ? [] : ["Cash without a price on the tape is valued at $1."]),
  ];
}

/** What begins the remark on a run in which the bot ended by itself, before its competition did. */
export const ENDED_REMARK = "The bot ended at";

function endRemarks({ stopped, end, range }: RemarkSources): string[] {
  if (stopped)
    return [
      `The run was stopped at ${shortIso(end.endedAt)}, before its end at ${shortIso(range.to)}. The result covers the time until then.`,
    ];
  if (end.endedAt >= range.to) return [];
  const kept = `Holdings were kept until ${shortIso(range.to)}.`;
  return [`${ENDED_REMARK} ${shortIso(end.endedAt)}: ${end.reason}. ${kept}`];
}

/** What follows the name of a strategy that was never due. */
export const NEVER_DUE = "was never due";

function undueRemarks(strategy: BoundStrategy, { from, to }: Range): string[] {
  const never = neverScheduled(strategy, from, to);
  if (never === null) return [];
  return [`${strategy.name} ${NEVER_DUE}: ${never.text}. ${never.remedy} Or take a longer range (--from, --to).`];
}

/** Readings that count for the instant for which they were made. */
function alignmentRemarks({ tape }: RemarkSources): string[] {
  const late = alignmentOf(tape);
  if (late === null) return [];
  const delay = `${formatDuration(late.median)} (median), ${formatDuration(late.largest)} at most`;
  return [
    `The tape's prices arrived after the instants for which they were read, by ${delay}. Each counts from its instant on, because the bot decided on it then.`,
  ];
}

/**
 * That a strategy is due more often than there are prices of the tokens that it names (of any on the tape where it names
 * none there).
 */
function scheduleRemarks({ name, cadences, tokens }: BoundStrategy, { tape, range }: RemarkSources): string[] {
  const named = tape.tracks.filter(({ token }) => tokens.includes(token.name));
  const tracks = named.length === 0 ? tape.tracks : named;
  const interval = Math.min(...tracks.map((track) => track.interval));
  const shortest = Math.min(...cadences.map((cadence) => periodOf(cadence, range.from)));
  if (shortest >= interval) return [];
  const densest = tracks.filter((track) => track.interval === interval).map(({ token }) => token.name);
  densest.sort();
  return [
    `${name} decides every ${formatDuration(shortest)}, but the tape has a price of ${someOf(densest)} only every ${formatDuration(interval)}. In between it sees the same prices again.`,
  ];
}

/** Milliseconds between two instants, about; of those that only the calendar knows, from the first two. */
function periodOf(cadence: Cadence, from: number): number {
  if (cadence.period !== null) return cadence.period;
  const first = cadence.next(from);
  const second = first === null ? null : cadence.next(first);
  return first === null || second === null ? Infinity : second - first;
}

function samplingRemarks({ settings, sampleEvery, tape }: RemarkSources): string[] {
  if (settings.sampleEvery <= sampleEvery) return [];
  return [
    `Prices were sampled every ${formatDuration(tape.interval)}, as on the tape, not every ${formatDuration(sampleEvery)}. A live bot's requests in between are not counted in the rate budget.`,
  ];
}

function barRemarks({ closedBars, strategies }: RemarkSources): string[] {
  if (closedBars === null) return [];
  const needs = strategies.flatMap(({ bars }) => bars);
  const sampled = needs.filter(({ token, interval }) => closedBars.bars(token, interval) === null);
  const recorded =
    "Bars are the recorded ones, with the market's highs, lows and volumes. A live bot samples prices and does not see those.";
  const built = sampled.map(
    ({ token, interval }) =>
      `Bars of ${formatDuration(interval)} of ${token} were not recorded and are built from prices, as live.`,
  );
  return [...(sampled.length < needs.length ? [recorded] : []), ...new Set(built)];
}

function fillRemarks({ fills, tape, latency, options }: RemarkSources): string[] {
  if (fills.length === 0) return [];
  const quoted = fills.filter(({ pricedBy }) => pricedBy === "quotes").length;
  const assumed =
    options.latency === undefined ? " This latency is assumed, not measured (`--latency` sets another)." : "";
  return [
    `Each trade was executed ${formatDuration(latency)} after its decision, or after the trade it had to wait for.${assumed}`,
    tape.quotedPairs.length === 0
      ? "The tape has no quotes, so every fill is priced by the competition's slippage formula."
      : `${quoted} of ${fills.length} fills are priced by recorded quotes, the others by the competition's slippage formula.`,
  ];
}

function droppedRemarks({ droppedHolds }: ColumnJournal): string[] {
  if (droppedHolds === 0) return [];
  return [
    `${droppedHolds} holds with another reason than the hold before are counted with that hold, because the journal keeps only a limited number.`,
  ];
}

function breachRemarks(budget: RateBudget): string[] {
  return budget
    .breaches()
    .map(
      ({ at, scope, requests, limit, window, times }) =>
        `The limit of ${limit} ${scope} requests per ${formatDuration(window)} was exceeded ${counted(times, "time")}, first at ${shortIso(at)} (${requests}). A live bot would have waited.`,
    );
}

/**
 * What a reader must know of `read` hooks that failed, a sentence a strategy: it decided on `inputs: null` there, which
 * looks like a strategy that waits.
 */
function readRemarks(notes: readonly Note[]): string[] {
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
