import { firstFrom } from "../core/number/sorted.js";
import { partOf, type Bars } from "../model/bar.js";
import type { Token } from "../model/token.js";
import type { TrackContents } from "./folder/fingerprint.js";
import { gapsIn } from "./gaps.js";
import { PriceSeries } from "./price-series.js";
import type { TapeGap, TapeTrack } from "./tape.js";

/** What a tape holds of one token, read when it is asked for. */
export interface Track {
  readonly token: Token;
  facts(): TapeTrack;
  /** Of bars, their opens. */
  prices(): PriceSeries;
  /** When each price last moved; null where that was not recorded. */
  movedAt(): Float64Array | null;
  /** The instant for which each price was read; null where that was not recorded. */
  askedAt(): Float64Array | null;
  bars(): Bars | null;
}

/** A track of given columns, which hold at least one point. */
export function columnTrack(columns: {
  readonly token: Token;
  readonly interval: number;
  readonly prices: PriceSeries;
  readonly movedAt: Float64Array | null;
  /** Not known, where it is left out. */
  readonly askedAt?: Float64Array | null;
  readonly bars: Bars | null;
}): Track {
  const { token, interval, prices, movedAt, askedAt = null, bars } = columns;
  const rows = prices.times.length;
  return {
    token,
    facts: () => ({ token, rows, from: prices.start, until: prices.end, interval }),
    prices: () => prices,
    movedAt: () => movedAt,
    askedAt: () => askedAt,
    bars: () => bars,
  };
}

/**
 * The part of a track in [from, until), as views of its columns; null where nothing is in it. A bar that ends after
 * `until` is known by its open alone, as a price.
 */
export function trackBetween(track: Track, from: number, until: number): Track | null {
  const all = track.prices();
  const first = all.indexAtOrAfter(from);
  const end = all.indexAtOrAfter(until);
  if (first >= end) return null;
  return columnTrack({
    token: track.token,
    interval: track.facts().interval,
    prices: new PriceSeries(all.times.subarray(first, end), all.prices.subarray(first, end), Math.min(all.end, until)),
    movedAt: track.movedAt()?.subarray(first, end) ?? null,
    askedAt: track.askedAt()?.subarray(first, end) ?? null,
    bars: barsBetween(track.bars(), from, until),
  });
}

function barsBetween(bars: Bars | null, from: number, until: number): Bars | null {
  if (bars === null) return null;
  const first = firstFrom(bars.time, from);
  const end = firstFrom(bars.time, until - bars.interval + 1);
  return partOf(bars, (column) => column.subarray(first, Math.max(first, end)));
}

/** What a fingerprint is made of. */
export function contentsOf(track: Track): TrackContents {
  const { times, prices } = track.prices();
  const recorded = { movedAt: track.movedAt(), askedAt: track.askedAt() };
  return { token: track.token.name, times, usd: prices, ...recorded, bars: track.bars() };
}

/** The stretches without a reading, oldest first. */
export function gapsOf(track: Track): TapeGap[] {
  const { token, interval } = track.facts();
  const gaps = gapsIn(track.prices().times, interval, track.bars() !== null);
  return gaps.map(({ from, until }) => ({ token: token.name, from, until }));
}
