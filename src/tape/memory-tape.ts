import type { Bars } from "../model/bar.js";
import type { Token } from "../model/token.js";
import { TapeConflictError, TapeOrderError, TapeRowError } from "./errors.js";
import { usualInterval } from "./interval.js";
import { seriesOf } from "./price-series.js";
import { QuoteBook } from "./quote-book.js";
import type { RecordedQuote, Tape } from "./tape.js";
import { columnTrack, type Track } from "./track.js";
import { TrackTape } from "./track-tape.js";

/** What a tape in memory holds of one token: bars, or prices with their times. */
export type MemoryTrack = { readonly token: Token } & (
  | { readonly bars: Bars }
  | {
      /** Epoch milliseconds, strictly rising, at least one. */
      readonly times: Float64Array;
      /** USD, above 0. */
      readonly prices: Float64Array;
      /** When each price last moved, where that is known. */
      readonly movedAt?: Float64Array;
      /** The instant for which each price was read, where that is known: a backtest lets it count from then on. */
      readonly askedAt?: Float64Array;
      /** Milliseconds between two readings; the usual distance where it is left out. The last price holds for as long. */
      readonly interval?: number;
    }
);

export interface MemoryTapeOptions {
  /** Where the prices come from, for people; says "synthetic" wherever they were made up. */
  readonly label: string;
  readonly tracks: readonly MemoryTrack[];
  readonly quotes?: Iterable<RecordedQuote>;
}

/**
 * A tape of arrays, which are not copied and must not change afterwards. Throws TapeRowError or TapeOrderError, which
 * name token and row, for columns of unequal length, times that do not rise, and prices or an interval that are not
 * above 0; TapeConflictError for two tracks of one token; ArgumentError for what is of another kind.
 */
export function memoryTape({ label, tracks, quotes = [] }: MemoryTapeOptions): Tape {
  const names = tracks.map(({ token }) => token.name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined)
    throw new TapeConflictError(`Two tracks have the token ${twice}`, { remedy: "Join their rows into one track." });
  const book = new QuoteBook(quotes);
  return new TrackTape({ folder: null, label, tracks: tracks.map(trackOf), quotes: () => book });
}

function trackOf(track: MemoryTrack): Track {
  const { token } = track;
  if ("bars" in track) return barTrack(token, track.bars);
  const { times, prices, movedAt = null, askedAt = null, interval = usualInterval(times) } = track;
  checkInterval(token.name, interval);
  check(token.name, times, {
    price: prices,
    ...(movedAt === null ? {} : { movedAt }),
    ...(askedAt === null ? {} : { askedAt }),
  });
  return columnTrack({
    token,
    interval,
    prices: seriesOf(times, prices, interval),
    movedAt,
    askedAt,
    bars: null,
  });
}

/** A track of bars: the price points are their opens. */
function barTrack(token: Token, bars: Bars): Track {
  const { time, open, interval } = bars;
  checkBars(token.name, bars);
  checkInterval(token.name, interval);
  return columnTrack({ token, interval, prices: seriesOf(time, open, interval), movedAt: null, bars });
}

/** Whether columns are of equal length, times rise and prices are above 0. Throws TapeRowError or TapeOrderError. */
export function checkBars(name: string, { length, time, open, high, low, close, volume }: Bars): void {
  check(name, time, { open, high, low, close }, { volume });
  if (length === time.length) return;
  throw new TapeRowError(`${name}: its length is ${length}, but there are ${time.length} bars`, {
    remedy: "Give the number of bars.",
  });
}

function checkInterval(name: string, interval: number): void {
  if (interval > 0 && interval < Infinity) return;
  throw new TapeRowError(`${name}: the interval should be above 0, found ${interval}`, {
    remedy: "Give milliseconds: the length of a bar, or the time between two readings.",
  });
}

function check(
  name: string,
  times: Float64Array,
  prices: Readonly<Record<string, Float64Array>>,
  others: Readonly<Record<string, Float64Array>> = {},
): void {
  const refuse = (row: number, problem: string, remedy: string): never => {
    throw new TapeRowError(`${name}, row ${row}: ${problem}`, { remedy });
  };
  if (times.length === 0) refuse(0, "there is none", "Leave out a token without prices.");
  for (const row of [0, times.length - 1])
    if (!Number.isFinite(times[row])) refuse(row, `its time is ${times[row]}`, "Give epoch milliseconds.");
  for (const [column, { length }] of Object.entries({ ...prices, ...others }))
    if (length !== times.length)
      refuse(
        length,
        `${column} has ${length} rows, but there are ${times.length} times`,
        "Give columns of equal length.",
      );
  for (let row = 1; row < times.length; row++)
    if (!((times[row] as number) > (times[row - 1] as number)))
      throw new TapeOrderError(`${name}, row ${row}: its time ${times[row]} is not later than the row before it`, {
        remedy: "Sort the rows by time, and remove duplicates.",
      });
  for (const [column, values] of Object.entries(prices)) {
    const row = values.findIndex((value) => !(value > 0 && value < Infinity));
    if (row !== -1) refuse(row, `${column} should be above 0, found ${values[row]}`, "Leave out unknown prices.");
  }
}
