import type { TokenName } from "../model/token.js";
import { QuoteBook } from "./quote-book.js";
import { PriceSeries } from "./price-series.js";
import type { Tape } from "./tape.js";
import { columnTrack, type Track } from "./track.js";
import { TrackTape } from "./track-tape.js";

/** How late the readings of a tape came. */
interface Alignment {
  /** The instants for which they were made are multiples of this, milliseconds; null where the tape names them. */
  readonly grid: number | null;
  /** Median and largest delay of those that were moved to their instant (of some thousand of them), milliseconds. */
  readonly median: number;
  readonly largest: number;
}

/** No answer takes longer: a reading that came so much later than it was asked for is of its own moment. Milliseconds. */
const SLOWEST = 15_000;

/** Periods at whose multiples readings are asked for, the longest first: seconds, minutes, hours. */
const GRIDS = [3_600, 1_800, 1_200, 900, 600, 300, 180, 120, 60, 30, 20, 15, 10, 5, 3, 2, 1].map((s) => s * 1_000);
/** A reading that comes later than this part of the grid is one of another moment. */
const LATEST = 1 / 4;
/** And so is one that comes later than answers usually do, milliseconds: prices of three past each minute were not asked for at the minute. */
const USUALLY_SLOWEST = 2_000;
/** And one that comes so many times later than most of its tape, or this many milliseconds where they are fast. */
const [TYPICAL, FAST] = [3, 500] as const;
/** So many readings must be in time: of times without a grid a quarter are, by chance. */
const ENOUGH = 0.9;
/** Readings looked at to find the grid, and to tell the delays, at most. */
const SAMPLES = 5_000;

/** Shortly after multiples of which period readings come, and how long after at most, milliseconds. */
interface Grid {
  readonly period: number;
  readonly latest: number;
}

const aligned = new WeakMap<Tape, Tape>();
const alignments = new WeakMap<Tape, Alignment>();

/**
 * The tape with each reading at the instant for which it was made. A bot that decides at 12:00:00 asks for prices then, and
 * has them at 12:00:00.4: on its tape that price begins to hold 0.4 s after the decision that was made on it, and whoever
 * decides at 12:00:00 of the tape would see the one before, a whole sample old. What a bot or `contender record` has
 * recorded names that instant; of several readings for one the last counts, as live. Of other tapes those are moved that
 * come shortly after multiples of a period, as late as most of them; of several for one multiple the first. Later ones,
 * quotes, imported bars, and tapes without such a period stay as they are: then it is the very same tape.
 */
export function alignedTape(tape: Tape): Tape {
  const known = aligned.get(tape);
  if (known !== undefined) return known;
  const readings = tape.tracks.map(({ token }) => token.name).filter((name) => tape.bars(name) === null);
  const unnamed = readings.filter((name) => tape.askedAt(name) === null);
  const grid = gridOf(unnamed.flatMap((name) => sampled(tape.prices(name)?.times, unnamed.length)));
  // Without instants and without a period nothing is moved.
  const late = grid === null ? readings.filter((name) => !unnamed.includes(name)) : readings;
  const made = align(tape, new Map(late.map((name) => [name, columnsOf(tape, name, grid)])), grid);
  aligned.set(tape, made);
  aligned.set(made, made);
  return made;
}

/** How late the readings came that `alignedTape` has moved; null where it moved none. */
export function alignmentOf(tape: Tape): Alignment | null {
  return alignments.get(tape) ?? null;
}

/** Some of one of several tokens' values, evenly spread. */
function sampled(values: Float64Array | undefined, tokens: number): number[] {
  if (values === undefined) return [];
  const count = Math.min(values.length, Math.ceil(SAMPLES / tokens));
  return Array.from({ length: count }, (_, i) => values[Math.floor((i * values.length) / count)] as number);
}

/** The longest period shortly after whose multiples nearly all readings come; null where there is none, or they come exactly then. */
function gridOf(times: readonly number[]): Grid | null {
  for (const period of GRIDS) {
    const latest = latestOf(times, period);
    if (times.filter((at) => at % period <= latest).length < Math.max(1, times.length * ENOUGH)) continue;
    return times.every((at) => at % period === 0) ? null : { period, latest };
  }
  return null;
}

/** What is later than this after a multiple of the period is not a late reading of it. */
function latestOf(times: readonly number[], period: number): number {
  const latest = Math.min(period * LATEST, USUALLY_SLOWEST);
  const late = times.map((at) => at % period).filter((delay) => delay > 0 && delay <= latest);
  return Math.min(latest, Math.max(median(late) * TYPICAL, FAST));
}

function median(values: readonly number[]): number {
  return Float64Array.from(values).sort()[values.length >> 1] ?? 0;
}

/** The readings of a token where they count, and by how much those that were moved came late. */
interface Columns {
  readonly prices: PriceSeries;
  readonly movedAt: Float64Array | null;
  readonly delays: Float64Array;
}

function columnsOf(tape: Tape, token: TokenName, grid: Grid | null): Columns {
  const prices = tape.prices(token) as PriceSeries;
  const [movedAt, askedAt] = [tape.movedAt(token), tape.askedAt(token)];
  const [at, usd, moved] = [new Float64Array(prices.times), new Float64Array(prices.prices), movedAt?.slice() ?? null];
  const delays: number[] = [];
  let length = 0;
  for (let i = 0; i < prices.times.length; i++) {
    const read = prices.times[i] as number;
    const asked = askedAt === null ? multipleOf(read, grid) : (askedAt[i] as number);
    const last = length === 0 ? -Infinity : (at[length - 1] as number);
    const again = askedAt !== null && i > 0 && asked === last && askedAt[i - 1] === asked;
    const moves = asked < read && read - asked <= SLOWEST && (asked > last || again);
    // Of those for one instant the last one takes the place of those before.
    if (moves && again) length--;
    if (moves) delays.push(read - asked);
    at[length] = moves ? asked : read;
    usd[length] = prices.prices[i] as number;
    if (moved !== null) moved[length] = Math.min(at[length] as number, movedAt?.[i] as number);
    length++;
  }
  return {
    prices: new PriceSeries(at.subarray(0, length), usd.subarray(0, length), prices.end),
    movedAt: moved?.subarray(0, length) ?? null,
    delays: Float64Array.from(delays),
  };
}

/** The multiple of the period shortly after which something was read; when it was read where there is none. */
function multipleOf(read: number, grid: Grid | null): number {
  const delay = grid === null ? 0 : read % grid.period;
  return grid !== null && delay <= grid.latest ? read - delay : read;
}

function align(tape: Tape, readings: ReadonlyMap<TokenName, Columns>, grid: Grid | null): Tape {
  const late = [...readings.values()].filter(({ delays }) => delays.length > 0);
  if (late.length === 0) return tape;
  const delays = late.flatMap((one) => sampled(one.delays, late.length));
  const made = new TrackTape({
    folder: tape.folder,
    label: tape.label,
    tracks: tape.tracks.map(({ token, interval }) => trackOf(tape, token, interval, readings.get(token.name))),
    quotes: () => new QuoteBook(tape.quotedPairs.flatMap(([from, to]) => tape.quotes(from, to))),
    // What was recorded is the same.
    fingerprint: tape.fingerprint,
  });
  alignments.set(made, { grid: grid?.period ?? null, median: median(delays), largest: Math.max(...delays) });
  return made;
}

function trackOf(tape: Tape, token: Track["token"], interval: number, readings: Columns | undefined): Track {
  if (readings === undefined) {
    const prices = tape.prices(token.name) as PriceSeries;
    return columnTrack({ token, interval, prices, movedAt: tape.movedAt(token.name), bars: tape.bars(token.name) });
  }
  const { prices, movedAt } = readings;
  // Of a part of it nothing is moved again.
  return columnTrack({ token, interval, prices, movedAt, askedAt: prices.times, bars: null });
}
