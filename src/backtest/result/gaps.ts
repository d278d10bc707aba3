import { formatLength } from "../../core/time/duration.js";
import { oncePer } from "../../core/once-per.js";
import type { TokenName } from "../../model/token.js";
import type { PriceSeries } from "../../tape/price-series.js";
import type { Tape } from "../../tape/tape.js";
import { shortIso } from "../../core/format.js";
import type { Range } from "../plan/range.js";
import type { BacktestFill, StaleFills } from "./result.js";

/** So many intervals after the last price there should long have been another one. */
const LATE = 1.5;

/** What begins the remark on gaps. */
export const GAP_REMARK = "The tape has gaps";

interface GapSources {
  readonly tape: Pick<Tape, "prices" | "tracks">;
  readonly tokens: readonly TokenName[];
  readonly range: Range;
  readonly fills: readonly Pick<BacktestFill, "at" | "from" | "to">[];
}

interface StaleSource {
  readonly stale: StaleFills | null;
}

interface Gaps {
  readonly token: TokenName;
  readonly count: number;
  /** The last price before the longest one, and how long it held within the run. */
  readonly longest: { readonly from: number; readonly length: number };
}

/** Fills at a price that was over when they were made: its bar had ended, and the next one is missing. */
export function staleFillsOf({ tape, range, fills }: Omit<GapSources, "tokens">): StaleFills | null {
  const intervals = intervalsOf(tape);
  const ages = fills.map(({ at, from, to }) =>
    Math.max(...[from, to].map((token) => staleFor(tape, token, at, intervals.get(token) ?? Infinity, range.to))),
  );
  const first = fills[ages.findIndex((age) => age > 0)];
  if (first === undefined) return null;
  const oldest = ages.reduce((a, b) => Math.max(a, b), 0);
  return { count: ages.filter((age) => age > 0).length, first: first.at, oldest };
}

/**
 * That there were stretches of a run without prices, in which the last one held, and how many fills were made at such a
 * price: nobody could have traded at it. Nothing where there are none.
 */
export function gapRemarks({ tape, tokens, range, fills, stale }: GapSources & StaleSource): string[] {
  const intervals = intervalsOf(tape);
  const usual = (token: TokenName): number => LATE * (intervals.get(token) ?? Infinity);
  const gaps = tokens.flatMap((token) => gapsOf(tape, token, range, usual(token)) ?? []);
  const [first] = gaps;
  if (first === undefined) return [];
  const count = gaps.reduce((sum, gap) => sum + gap.count, 0);
  const { token, longest } = gaps.reduce((a, b) => (b.longest.length > a.longest.length ? b : a), first);
  const traded =
    stale === null
      ? "no fill used such a price."
      : `${stale.count} of ${fills.length} fills used such a price, up to ${formatLength(stale.oldest)} old, which was not tradable.`;
  return [
    `${GAP_REMARK}, ${count} in the prices of ${gaps.map((gap) => gap.token).join(", ")}. The last price was kept in them, at most for ${formatLength(longest.length)} (${token} from ${shortIso(longest.from)}); ${traded}`,
  ];
}

/** The stretches within the run in which a price held longer than usual; null where there are none. */
function gapsOf(tape: GapSources["tape"], token: TokenName, { from, to }: Range, usual: number): Gaps | null {
  const series = tape.prices(token);
  if (series === null) return null;
  const { times } = series;
  let count = 0;
  let longest = { from, length: 0 };
  const end = series.indexAtOrAfter(to);
  // Where every step of the series is a usual one, its last price alone may hold for long.
  const first =
    longestStep(series) <= usual ? Math.max(0, times.length - 1) : Math.max(0, series.indexAtOrAfter(from) - 1);
  for (let i = gapFrom(times, first, usual); i < end; i = gapFrom(times, i + 1, usual)) {
    const last = times[i] as number;
    const next = i + 1 < times.length ? Math.min(to, times[i + 1] as number) : to;
    if (next - last <= usual || next <= from) continue;
    count++;
    const length = next - Math.max(from, last);
    if (length > longest.length) longest = { from: last, length };
  }
  return count === 0 ? null : { token, count, longest };
}

/** The longest time between two prices of a series, of which many runs may ask. */
const longestStep = oncePer(({ times }: PriceSeries): number => {
  let longest = 0;
  let last = times[0] as number;
  for (let i = 1; i < times.length; i++) {
    const next = times[i] as number;
    if (next - last > longest) longest = next - last;
    last = next;
  }
  return longest;
});

/** The first place from one on after which the next time is later than usual; of the last one nothing follows. */
function gapFrom(times: Float64Array, from: number, usual: number): number {
  const final = times.length - 1;
  let place = from;
  while (place < final && (times[place + 1] as number) - (times[place] as number) <= usual) place++;
  return place;
}

/**
 * How old the price of a moment was, milliseconds, where it was that of a bar or a reading that had ended, and the next one
 * was missing; else 0.
 */
function staleFor(tape: GapSources["tape"], token: TokenName, at: number, interval: number, to: number): number {
  const series = tape.prices(token);
  if (series === null) return 0;
  const after = series.indexAtOrAfter(at + 1);
  if (after === 0) return 0;
  const last = series.times[after - 1] as number;
  return at >= last + interval && (series.times[after] ?? to) - last > LATE * interval ? at - last : 0;
}

/**
 * Whether a window lies wholly in gaps of all these tokens: none of them has a price in it, nor is in the midst of a bar.
 */
export function isWithoutPrices(tape: GapSources["tape"], tokens: readonly TokenName[], { from, to }: Range): boolean {
  const intervals = intervalsOf(tape);
  const isInGap = (token: TokenName): boolean => {
    const series = tape.prices(token);
    if (series === null) return true;
    const next = series.times[series.indexAtOrAfter(from)] ?? Infinity;
    return next >= to && staleFor(tape, token, from, intervals.get(token) ?? Infinity, next) > 0;
  };
  return tokens.length > 0 && tokens.every(isInGap);
}

const intervalsOf = (tape: GapSources["tape"]): Map<TokenName, number> =>
  new Map(tape.tracks.map(({ token, interval }) => [token.name, interval]));
