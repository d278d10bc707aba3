import { QuoteBook } from "./quote-book.js";
import { PriceSeries } from "./price-series.js";
import type { RecordedQuote, Tape } from "./tape.js";
import { columnTrack, type Track } from "./track.js";
import { TrackTape } from "./track-tape.js";

/** How late the readings of a tape came. */
export interface Alignment {
  /** The instants for which they were made are multiples of this, milliseconds. */
  readonly grid: number;
  /** Median and largest delay of those that were moved to their instant (of some thousand of them), milliseconds. */
  readonly median: number;
  readonly largest: number;
}

/** Periods at whose multiples readings are asked for, the longest first: seconds, minutes, hours. */
const GRIDS = [3_600, 1_800, 1_200, 900, 600, 300, 180, 120, 60, 30, 20, 15, 10, 5, 3, 2, 1].map((s) => s * 1_000);
/** A reading that comes later than this part of the grid is one of another moment. */
const LATEST = 1 / 4;
/** And so is one that comes later than an answer takes, milliseconds: prices of ten past each hour were not asked for at the hour. */
const SLOWEST = 15_000;
/** So many readings must be in time: of times without a grid a quarter are, by chance. */
const ENOUGH = 0.9;
/** Readings looked at to find the grid, at most. */
const SAMPLES = 5_000;

const aligned = new WeakMap<Tape, Tape>();
const alignments = new WeakMap<Tape, Alignment>();

/**
 * The tape with each reading at the instant for which it was made. A bot that decides at 12:00:00 asks for prices then, and
 * has them at 12:00:00.4: on its tape that price begins to hold 0.4 s after the decision that was made on it, and whoever
 * decides at 12:00:00 of the tape would see the one before, a whole sample old. Where the readings of a tape come shortly
 * after multiples of a period, they and the quotes are moved back to these; of several for one instant the last counts, as
 * live. Later ones, imported bars, and tapes without such a period stay as they are: then it is the very same tape.
 */
export function alignedTape(tape: Tape): Tape {
  const known = aligned.get(tape);
  if (known !== undefined) return known;
  const readings = tape.tracks.filter(({ token }) => tape.bars(token.name) === null);
  const times = readings.flatMap(({ token }) => sampled(tape.prices(token.name)?.times, readings.length));
  const grid = gridOf(times);
  const made = grid === null ? tape : align(tape, grid, times);
  aligned.set(tape, made);
  aligned.set(made, made);
  return made;
}

/** How late the readings came that `alignedTape` has moved; null where it moved none. */
export function alignmentOf(tape: Tape): Alignment | null {
  return alignments.get(tape) ?? null;
}

/** Readings of one of several tokens, evenly spread. */
function sampled(times: Float64Array | undefined, tokens: number): number[] {
  if (times === undefined) return [];
  const count = Math.min(times.length, Math.ceil(SAMPLES / tokens));
  return Array.from({ length: count }, (_, i) => times[Math.floor((i * times.length) / count)] as number);
}

/** The longest period shortly after whose multiples the readings come; null where there is none, or they come exactly then. */
function gridOf(times: readonly number[]): number | null {
  const fits = (grid: number): boolean =>
    times.filter((at) => at % grid <= latestOf(grid)).length >= Math.max(1, times.length * ENOUGH);
  const grid = GRIDS.find(fits);
  return grid === undefined || times.every((at) => at % grid === 0) ? null : grid;
}

function align(tape: Tape, grid: number, times: readonly number[]): Tape {
  const delays = times.filter((at) => isLate(at, grid)).map((at) => at % grid);
  const sorted = Float64Array.from(delays).sort();
  const made = new TrackTape({
    folder: tape.folder,
    label: tape.label,
    tracks: tape.tracks.map(({ token, interval }) => trackOf(tape, token, interval, grid)),
    quotes: () => new QuoteBook(tape.quotedPairs.flatMap((pair) => quotesOf(tape, pair, grid))),
    // What was recorded is the same.
    fingerprint: tape.fingerprint,
  });
  alignments.set(made, { grid, median: sorted[sorted.length >> 1] ?? 0, largest: sorted.at(-1) ?? 0 });
  return made;
}

function quotesOf(tape: Tape, [from, to]: Tape["quotedPairs"][number], grid: number): RecordedQuote[] {
  return tape.quotes(from, to).map((quote) => ({ ...quote, at: instantOf(quote.at, grid) }));
}

/** The instant for which something was read. */
const instantOf = (at: number, grid: number): number => (isLate(at, grid) ? at - (at % grid) : at);

const latestOf = (grid: number): number => Math.min(grid * LATEST, SLOWEST);

const isLate = (at: number, grid: number): boolean => at % grid > 0 && at % grid <= latestOf(grid);

function trackOf(tape: Tape, token: Track["token"], interval: number, grid: number): Track {
  const bars = tape.bars(token.name);
  const prices = tape.prices(token.name) as PriceSeries;
  const movedAt = tape.movedAt(token.name);
  if (bars !== null) return columnTrack({ token, interval, prices, movedAt, bars });
  const [at, usd, moved] = [new Float64Array(prices.times), new Float64Array(prices.prices), movedAt?.slice() ?? null];
  let length = 0;
  for (let i = 0; i < prices.times.length; i++) {
    const read = prices.times[i] as number;
    const instant = instantOf(read, grid);
    // The last one for an instant takes the place of those before.
    if (length > 0 && (at[length - 1] as number) >= instant) length--;
    at[length] = instant;
    usd[length] = prices.prices[i] as number;
    if (moved !== null) moved[length] = Math.min(instant, movedAt?.[i] as number);
    length++;
  }
  const series = new PriceSeries(at.subarray(0, length), usd.subarray(0, length), prices.end);
  return columnTrack({ token, interval, prices: series, movedAt: moved?.subarray(0, length) ?? null, bars: null });
}
