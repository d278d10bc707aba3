import type { RecordedQuote, Tape } from "../../tape/tape.js";
import { MINUTE } from "../../core/time/duration.js";
import { oncePer } from "../../core/once-per.js";
import { firstAfter } from "../../core/number/sorted.js";
import type { TokenName } from "../../model/token.js";
import type { RecordedSlippage } from "../../venue/index.js";

/** A quote may be this old to price a fill: prices and depth are much the same then. */
export const QUOTE_NEAR_MS = 5 * MINUTE;

/** Sizes closer than this (in log USD, 5 %) are the same step of a ladder: the newer quote of the two counts. */
const SAME_SIZE = 0.05;

/** The quotes of a pair that say a slippage, as columns, oldest first. */
interface Ladder {
  readonly at: Float64Array;
  /** ln of the USD sold. */
  readonly size: Float64Array;
  /** Fraction of the value that was lost, 0 to 1. */
  readonly slippage: Float64Array;
}

/**
 * The slippage that recorded quotes give a swap of `usd` dollars: between the next smaller and the next larger quote that
 * were read at most `QUOTE_NEAR_MS` before, interpolated over the logarithm of the size. More than 5 % outside of the quoted
 * sizes, and where none is that near, there is none: the competition's formula has to do. Later quotes are never used: they are the
 * future.
 *
 * @param pegged cash of which the tape has no price: it stands at $1, also where a quote names no price of it
 */
export function recordedSlippage(
  tape: Pick<Tape, "quotes" | "prices" | "quotedPairs">,
  pegged: ReadonlySet<TokenName>,
): RecordedSlippage | null {
  if (tape.quotedPairs.length === 0) return null;
  const priceOf: PriceOf = (token, at) => (pegged.has(token) ? 1 : (tape.prices(token)?.at(at) ?? Number.NaN));
  const ladders = laddersOf(tape);
  const ladderOf = (from: TokenName, to: TokenName): Ladder => {
    const key = `${from} ${to} ${pegged.has(from)} ${pegged.has(to)}`;
    let ladder = ladders.get(key);
    if (ladder === undefined) ladders.set(key, (ladder = ladderFrom(tape.quotes(from, to), priceOf)));
    return ladder;
  };
  return (from, to, usd, at) => interpolated(ladderOf(from, to), Math.log(usd), at);
}

/** By pair and what of it is pegged: every window of a tape asks for the same ones. */
const laddersOf = oncePer<object, Map<string, Ladder>>(() => new Map());

/** USD for one token; NaN where it is not known. */
type PriceOf = (token: TokenName, at: number) => number;

function ladderFrom(quotes: readonly RecordedQuote[], priceOf: PriceOf): Ladder {
  const rows = quotes.flatMap(({ at, from, to, fromAmount, toAmount, fromPrice, toPrice }) => {
    const sold = fromAmount * (fromPrice ?? priceOf(from, at));
    const bought = toAmount * (toPrice ?? priceOf(to, at));
    const slippage = Math.min(1, Math.max(0, 1 - bought / sold));
    return sold > 0 && Number.isFinite(slippage) ? [{ at, size: Math.log(sold), slippage }] : [];
  });
  return {
    at: Float64Array.from(rows, (row) => row.at),
    size: Float64Array.from(rows, (row) => row.size),
    slippage: Float64Array.from(rows, (row) => row.slippage),
  };
}

function interpolated({ at, size, slippage }: Ladder, wanted: number, now: number): number | null {
  let below = -1;
  let above = -1;
  for (let i = firstAfter(at, now) - 1; i >= 0 && now - (at[i] as number) <= QUOTE_NEAR_MS; i--) {
    const here = size[i] as number;
    // Newest first: an older quote counts only where it is another, nearer step.
    if (here <= wanted && (below < 0 || here > (size[below] as number) + SAME_SIZE)) below = i;
    if (here >= wanted && (above < 0 || here < (size[above] as number) - SAME_SIZE)) above = i;
  }
  if (below < 0 || above < 0) return nearby(size, slippage, Math.max(below, above), wanted);
  const [low, high] = [size[below] as number, size[above] as number];
  if (high - low <= SAME_SIZE) return slippage[Math.max(below, above)] as number;
  const [least, most] = [slippage[below] as number, slippage[above] as number];
  return least + ((most - least) * (wanted - low)) / (high - low);
}

/** Beyond the ladder's ends: the last step's own slippage as far as it is the same size, and none further out. */
function nearby(size: Float64Array, slippage: Float64Array, index: number, wanted: number): number | null {
  const near = index >= 0 && Math.abs((size[index] as number) - wanted) <= SAME_SIZE;
  return near ? (slippage[index] as number) : null;
}
