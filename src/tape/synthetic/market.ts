import { DAY, MINUTE } from "../../core/time/duration.js";
import type { PricePoint } from "../../model/history.js";
import type { TokenName } from "../../model/token.js";
import { TapeEmptyError } from "../errors.js";
import type { Market } from "../market.js";
import { BLOCK, firstState, nextBlock, type PathBlock, type PathState } from "./paths.js";
import { SYNTHETIC_TOKENS, type SyntheticToken } from "./tokens.js";

/** The grid: a price holds for a minute. */
const STEP = MINUTE;
/** Blocks (days) of prices that are kept; an older day is computed again when it is asked for. */
const KEPT = 30;

interface SyntheticOptions {
  /** The same seed, start and tokens give the same prices. */
  readonly seed: string;
  /** When whatever uses the market begins, epoch milliseconds. Prices exist from `past` before it on. */
  readonly start: number;
  /** How long before `start` the prices begin, milliseconds: history for warming up. Default 14 days. */
  readonly past?: number;
  /** Default SYNTHETIC_TOKENS. */
  readonly tokens?: readonly SyntheticToken[];
}

/**
 * A market that never was: geometric random walks on a grid of one minute, of assets that share a
 * market factor (correlated), with Student-t shocks (fat tails) and GARCH variance (calm and wild
 * times); stablecoins stay near their price, and one asset's prices on several chains near each
 * other. A price depends on the options and the time alone, whatever was asked before.
 */
export function syntheticMarket(options: SyntheticOptions): Market {
  const { seed, start, past = 14 * DAY, tokens = SYNTHETIC_TOKENS } = options;
  if (tokens.length === 0)
    throw new TapeEmptyError("A synthetic market needs at least one token", {
      remedy: "Give tokens, or leave `tokens` out for the well-known ones.",
    });
  const names = new Set(tokens.map((token) => token.name));
  const from = Math.floor((start - past) / STEP) * STEP;
  const blocks = new Blocks(seed, tokens);
  const price = (token: TokenName, minute: number): number => {
    const block = blocks.get(Math.floor(minute / BLOCK));
    return block.prices.get(token)?.[minute % BLOCK] as number;
  };
  return {
    label: `synthetic market (seed ${seed})`,
    tokens: [...names],
    from,
    until: Infinity,
    priceAt: (token, at) => (at < from || !names.has(token) ? null : price(token, Math.floor((at - from) / STEP))),
    history: {
      points(token, since, until) {
        const points: PricePoint[] = [];
        if (!names.has(token)) return points;
        if (until === Infinity) throw new RangeError("a synthetic market has no end: give the end of the range");
        for (let minute = Math.max(0, Math.ceil((since - from) / STEP)); from + minute * STEP < until; minute++)
          points.push({ at: from + minute * STEP, usd: price(token, minute) });
        return points;
      },
    },
  };
}

/** The blocks as they are needed: the last ones whole, and of every one the small state that it begins with. */
class Blocks {
  readonly #states: PathState[];
  /** In the order of last use, oldest first. */
  readonly #kept = new Map<number, PathBlock>();
  #last: { readonly index: number; readonly block: PathBlock } | null = null;

  constructor(
    private readonly seed: string,
    private readonly tokens: readonly SyntheticToken[],
  ) {
    this.#states = [firstState(tokens)];
  }

  get(index: number): PathBlock {
    if (this.#last?.index === index) return this.#last.block;
    while (this.#states.length <= index) this.#generate(this.#states.length - 1);
    const block = this.#kept.get(index) ?? this.#generate(index);
    this.#kept.delete(index);
    this.#kept.set(index, block);
    this.#last = { index, block };
    return block;
  }

  #generate(index: number): PathBlock {
    const block = nextBlock(this.seed, index, this.tokens, this.#states[index] as PathState);
    this.#states[index + 1] = block.after;
    this.#kept.set(index, block);
    const oldest = this.#kept.keys().next();
    if (this.#kept.size > KEPT && !oldest.done) this.#kept.delete(oldest.value);
    return block;
  }
}
