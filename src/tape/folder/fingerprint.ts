import type { Bars } from "../../model/bar.js";
import { createHash } from "node:crypto";
import type { TokenName } from "../../model/token.js";
import { quoteText } from "../quote-book.js";
import type { RecordedQuote } from "../tape.js";

/** What is hashed of one token. */
export interface TrackContents {
  readonly token: TokenName;
  /** Price points: times, prices, and where they were recorded the times at which they last moved and the instants for which they were read. */
  readonly times: Float64Array;
  readonly usd: Float64Array;
  readonly movedAt: Float64Array | null;
  readonly askedAt: Float64Array | null;
  readonly bars: Bars | null;
}

/**
 * Sixteen hex digits of all that a tape holds, however it is stored: the beginning of the SHA-256 over, for each token
 * by name, the name and its columns as little-endian doubles, then the quotes in the order of time. Of bars the columns
 * are time, open, high, low, close and volume; of readings time, price and, where recorded, the time of the last move and the instant
 * for which it was read.
 */
export function fingerprintOf(tracks: Iterable<TrackContents>, quotes: readonly RecordedQuote[]): string {
  const hash = createHash("sha256");
  const byName = [...tracks].sort((a, b) => compare(a.token, b.token));
  for (const { token, times, usd, movedAt, askedAt, bars } of byName) {
    hash.update(`track ${token} ${times.length} ${bars?.length ?? 0}\n`);
    // The opens at the bars' times are the price points: they are hashed once.
    const columns = bars === null || bars.length !== times.length ? [times, usd, movedAt, askedAt] : [];
    const ofBars = bars === null ? [] : [bars.time, bars.open, bars.high, bars.low, bars.close, plainNaN(bars.volume)];
    for (const column of [...columns, ...ofBars]) if (column !== null) hash.update(bytesOf(column));
  }
  for (const quote of quotesInOrder(quotes)) hash.update(`quote ${quote}\n`);
  return hash.digest("hex").slice(0, 16);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function quotesInOrder(quotes: readonly RecordedQuote[]): string[] {
  const texts = quotes.map((quote) => ({ at: quote.at, text: quoteText(quote) }));
  return texts.sort((a, b) => a.at - b.at || compare(a.text, b.text)).map(({ text }) => text);
}

const bytesOf = (column: Float64Array): Uint8Array =>
  new Uint8Array(column.buffer, column.byteOffset, column.byteLength);

/** A column whose NaN all have the same bits: which ones they have depends on who made them. */
function plainNaN(column: Float64Array): Float64Array {
  if (!column.some(Number.isNaN)) return column;
  const bits = new BigUint64Array(column.length);
  bits.set(new BigUint64Array(column.slice().buffer));
  column.forEach((value, i) => {
    if (Number.isNaN(value)) bits[i] = 0x7ff8000000000000n;
  });
  return new Float64Array(bits.buffer);
}
