import { existsSync } from "node:fs";
import { iso } from "../../core/time/utc.js";
import { formatDuration } from "../../core/time/duration.js";
import type { Token } from "../../model/token.js";
import { TapeConflictError } from "../errors.js";
import { whileLocked } from "../folder/folder-lock.js";
import { movesOf } from "../log/log-columns.js";
import type { Market } from "../market.js";
import { openTape } from "../folder/open-tape.js";
import { seriesOf } from "../price-series.js";
import { saveTape } from "../folder/save-tape.js";
import { syntheticMarket } from "./market.js";
import type { Tape } from "../tape.js";
import { columnTrack, type Track } from "../track.js";

export interface SyntheticTapeOptions {
  /** A folder that is not there yet. */
  readonly folder: string;
  /** The same seed, range and tokens give the same tape. */
  readonly seed: string;
  /** [from, to), epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  /** Milliseconds between two readings. The market moves once a minute. */
  readonly every: number;
  readonly tokens: readonly SyntheticTrack[];
  /** Told of how many readings are made, of all. */
  readonly onProgress?: (done: number, of: number) => void;
}

export interface SyntheticTrack {
  readonly token: Token;
  /** USD, where its path begins. */
  readonly price: number;
  /** Of a year. */
  readonly volatility?: number | undefined;
}

/** Readings between two reports of how far it is. */
const REPORT = 8_192;

/**
 * Makes up a tape: readings of a synthetic market (see `syntheticMarket`). Its label says that it is synthetic. Throws
 * TapeConflictError where there is a tape already, the range holds fewer than two readings or more than fit into memory, or
 * readings would not be at whole milliseconds.
 */
export async function syntheticTape(options: SyntheticTapeOptions): Promise<Tape> {
  const { folder, seed, from, tokens } = options;
  if (existsSync(folder))
    throw new TapeConflictError(`${folder} already exists`, { remedy: "Give a folder that does not exist." });
  const count = readingsOf(options);
  const marketTokens = tokens.map(({ token, price, volatility }) => ({ name: token.name, price, volatility }));
  const market = syntheticMarket({ seed, start: from, past: 0, tokens: marketTokens });
  const tracks = sampled(market, options, count);
  return whileLocked(folder, async () => {
    await saveTape(folder, null, {
      source: market.label,
      tracks: tracks.map((track) => ({ track, stored: null })),
      quotes: [],
    });
    return openTape(folder);
  });
}

/** Readings of all tokens together, at most: 24 bytes each, all in memory at once. */
const MOST_READINGS = 50_000_000;

/** Readings of one token. */
function readingsOf({ from, to, every, tokens }: SyntheticTapeOptions): number {
  if (![from, every].every(Number.isInteger))
    throw new TapeConflictError(`Prices from ${from} on, every ${every} ms, would not be at whole milliseconds`, {
      remedy: "Begin at a whole epoch millisecond, with a whole number of milliseconds between two prices.",
    });
  const count = every > 0 ? Math.ceil((to - from) / every) : Infinity;
  const range = `From ${when(from)} to ${when(to)}, with one every ${formatDuration(every)},`;
  if (!(count >= 2))
    throw new TapeConflictError(`${range} there are fewer than two prices`, {
      remedy: "Use a longer range, or a smaller --every.",
    });
  if (count * tokens.length > MOST_READINGS)
    throw new TapeConflictError(
      `${range} there are too many prices: at most ${MOST_READINGS} of all tokens are allowed`,
      {
        remedy: "Use a shorter range, a larger --every, or fewer tokens.",
      },
    );
  return count;
}

const when = (at: number): string => (Math.abs(at) <= 8.64e15 ? iso(at) : String(at));

/** Every token at every moment: moment by moment, because a synthetic market keeps only its last days. */
function sampled(market: Market, { from, every, tokens, onProgress }: SyntheticTapeOptions, count: number): Track[] {
  const times = Float64Array.from({ length: count }, (_, i) => from + i * every);
  const columns = tokens.map(() => new Float64Array(count));
  times.forEach((at, i) => {
    tokens.forEach(({ token }, k) => {
      (columns[k] as Float64Array)[i] = market.priceAt(token.name, at) as number;
    });
    if (i % REPORT === 0) onProgress?.(i, count);
  });
  return tokens.map(({ token }, k) => {
    const usd = columns[k] as Float64Array;
    const prices = seriesOf(times, usd, every);
    return columnTrack({ token, interval: every, prices, movedAt: movesOf(times, usd), bars: null });
  });
}
