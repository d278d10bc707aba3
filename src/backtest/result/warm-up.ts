import { formatDuration } from "../../core/time/duration.js";
import type { ColumnJournal } from "../../journal/columns/column-journal.js";
import type { Wait } from "../../journal/columns/waits.js";
import type { ClosedBars } from "../../model/closed-bars.js";
import type { BoundStrategy } from "../../strategy/bind/bind.js";
import type { BarNeed } from "../../strategy/bind/needs.js";
import type { Tape } from "../../tape/tape.js";
import { counted, shortIso } from "../../core/format.js";
import { completeFrom, type Range } from "../plan/range.js";

interface WarmUpSources {
  readonly journal: Pick<ColumnJournal, "waitsOf">;
  readonly tape: Pick<Tape, "tracks">;
  readonly range: Range;
  readonly settings: { readonly sampleEvery: number };
  /** Bars that were recorded, where strategies see these. */
  readonly closedBars: ClosedBars | null;
}

/** What follows the name of a strategy for whose bars the tape begins too late. */
const [WARMED_UP, NEVER_READY] = ["warmed up inside the range", "never had enough bars"];
/** And of one that had not its bars although it begins early enough. */
const COULD_NOT = "could not decide at";

/** Whether a remark is on a strategy that began without its bars, for the tape begins too late for it. */
export const beganWithoutBars = (remark: string): boolean =>
  remark.includes(` ${WARMED_UP} (`) || remark.includes(` ${NEVER_READY},`);

/** Whether a remark is on a strategy that had not its bars for another reason, such as a gap. */
export const lackedBars = (remark: string): boolean => remark.includes(` ${COULD_NOT} `);

/**
 * When a strategy could not decide for want of bars: because the tape begins too late for them, or in spite of what it
 * has before.
 */
export function warmUpRemarks({ name, bars }: BoundStrategy, sources: WarmUpSources): string[] {
  const [longest] = [...bars].sort((a, b) => b.count * b.interval - a.count * a.interval);
  if (longest === undefined) return [];
  const { readyAt, before, after } = sources.journal.waitsOf(name);
  const tapeTooShort = before !== null && before.first < tapeSuffices(bars, sources);
  const lacked = tapeTooShort ? after : together(before, after);
  return [
    ...(tapeTooShort ? [`${name} ${beginning(readyAt, longest)}`] : []),
    ...(lacked === null ? [] : [`${name} ${COULD_NOT} ${someRuns(lacked, readyAt)}: ${why(bars, longest, sources)}`]),
  ];
}

function beginning(readyAt: number | null, longest: BarNeed): string {
  return readyAt === null
    ? `${NEVER_READY}, and decided nothing.`
    : `${WARMED_UP} (${told(longest)}) and decided from ${shortIso(readyAt)} on.`;
}

/** From when on all bars are complete by what the tape has, were there no gap. */
function tapeSuffices(bars: readonly BarNeed[], { tape, range }: WarmUpSources): number {
  const begins = new Map(tape.tracks.map(({ token, from }) => [token.name, from]));
  return Math.max(...bars.map((need) => completeFrom(need, begins.get(need.token) ?? range.from)));
}

function together(a: Wait | null, b: Wait | null): Wait | null {
  if (a === null || b === null) return a ?? b;
  return { ticks: a.ticks + b.ticks, first: a.first, last: b.last };
}

function someRuns({ ticks, first, last }: Wait, readyAt: number | null): string {
  if (ticks === 1) return `${readyAt === null ? "its only run" : "one of its runs"}, at ${shortIso(first)}`;
  const runs = readyAt === null ? `any of its ${ticks} runs` : `${ticks} of its runs`;
  return `${runs}, from ${shortIso(first)} to ${shortIso(last)}`;
}

function why(bars: readonly BarNeed[], longest: BarNeed, sources: WarmUpSources): string {
  const short = bars.find((need) => need.interval < apartOf(need, sources));
  if (short === undefined)
    return `after a gap of the tape its bars were incomplete (${told(longest)}). Choose a range that ends before the gap or begins long enough after it (--from, --to).`;
  const apart = formatDuration(apartOf(short, sources));
  return `its bars (${told(short)}) are shorter than the interval of the prices of ${short.token} (${apart}). Use longer bars.`;
}

/** Milliseconds between two prices of which bars are made; 0 of bars that were recorded. */
function apartOf({ token, interval }: BarNeed, { tape, settings, closedBars }: WarmUpSources): number {
  if ((closedBars?.bars(token, interval) ?? null) !== null) return 0;
  const track = tape.tracks.find((one) => one.token.name === token);
  return Math.max(settings.sampleEvery, track?.interval ?? 0);
}

const told = ({ count, interval }: BarNeed): string => `${counted(count, "bar")} of ${formatDuration(interval)}`;
