import { seededRandom, type Random } from "../../core/random.js";
import { assetOf, isStable, type SyntheticToken } from "./tokens.js";
import { fatTailed, meanReverting, nextVariance } from "./noise.js";

/** Minutes of a block: what is generated at once. */
export const BLOCK = 1440;

const MINUTES_A_YEAR = 365 * 1440;
const DEFAULT_VOLATILITY = 0.7;
/** The share of a volatile asset's variance that it has from the whole market: correlation between two of them. */
const MARKET_SHARE = 0.6;
/** How far a stablecoin strays from its price, and one chain's price from another's (standard deviations), and how slowly they come back. */
const STABLE_DEVIATION = 0.0003;
const CHAIN_DEVIATION = 0.0002;
const STABLE_KEEP = 0.995;
const CHAIN_KEEP = 0.9;
/** Prices are rounded to this many significant digits. */
const DIGITS = 9;

/** Where every path stands between two blocks: all that the next block depends on, besides the seed. */
export interface PathState {
  readonly marketVariance: number;
  readonly assets: Readonly<Record<string, { readonly log: number; readonly variance: number }>>;
  /** Distance of each token's log price from its asset's. */
  readonly apart: Readonly<Record<string, number>>;
}

export interface PathBlock {
  /** BLOCK prices a token. */
  readonly prices: ReadonlyMap<string, Float64Array>;
  readonly after: PathState;
}

export function firstState(tokens: readonly SyntheticToken[]): PathState {
  return {
    marketVariance: 1,
    assets: Object.fromEntries(tokens.map((token) => [assetOf(token.name), { log: 0, variance: 1 }])),
    apart: Object.fromEntries(tokens.map((token) => [token.name, 0])),
  };
}

/**
 * One block of minutes of every path. Each path draws from a source of its own for each block, so
 * that neither the other tokens nor what was generated before changes its chance.
 */
export function nextBlock(
  seed: string,
  index: number,
  tokens: readonly SyntheticToken[],
  before: PathState,
): PathBlock {
  const random = (path: string): Random => seededRandom(`${seed}/market/${path}/${index}`);
  const market = marketPath(random("market"), before.marketVariance);
  const assets = new Map<string, AssetPath>();
  for (const token of tokens) {
    const asset = assetOf(token.name);
    if (!assets.has(asset)) assets.set(asset, assetPath(token, random(`asset/${asset}`), market.returns, before));
  }
  const prices = new Map<string, Float64Array>();
  const apart: Record<string, number> = {};
  for (const token of tokens) {
    const { logs } = assets.get(assetOf(token.name)) as AssetPath;
    const path = tokenPath(token.price, logs, before.apart[token.name] ?? 0, random(`token/${token.name}`));
    prices.set(token.name, path.prices);
    apart[token.name] = path.apart;
  }
  const ends = [...assets].map(([asset, { end }]) => [asset, end] as const);
  return { prices, after: { marketVariance: market.variance, assets: Object.fromEntries(ends), apart } };
}

/** The return that all volatile assets share, a minute, in long-run standard deviations. */
function marketPath(random: Random, before: number): { returns: Float64Array; variance: number } {
  const returns = new Float64Array(BLOCK);
  let variance = before;
  for (let i = 0; i < BLOCK; i++) {
    const shock = Math.sqrt(variance) * fatTailed(random);
    returns[i] = shock;
    variance = nextVariance(variance, shock);
  }
  return { returns, variance };
}

interface AssetPath {
  /** Log of the price over the first price, a minute. */
  readonly logs: Float64Array;
  readonly end: { readonly log: number; readonly variance: number };
}

function assetPath(token: SyntheticToken, random: Random, market: Float64Array, before: PathState): AssetPath {
  const start = before.assets[assetOf(token.name)] ?? { log: 0, variance: 1 };
  return isStable(token) ? stablePath(start.log, random) : volatilePath(token, start, random, market);
}

function stablePath(start: number, random: Random): AssetPath {
  const logs = new Float64Array(BLOCK);
  let log = start;
  for (let i = 0; i < BLOCK; i++) logs[i] = log = meanReverting(log, STABLE_KEEP, STABLE_DEVIATION, random);
  return { logs, end: { log, variance: 1 } };
}

function volatilePath(token: SyntheticToken, start: AssetPath["end"], random: Random, market: Float64Array): AssetPath {
  const logs = new Float64Array(BLOCK);
  const deviation = (token.volatility ?? DEFAULT_VOLATILITY) / Math.sqrt(MINUTES_A_YEAR);
  const [shared, own] = [Math.sqrt(MARKET_SHARE), Math.sqrt(1 - MARKET_SHARE)];
  let { log, variance } = start;
  for (let i = 0; i < BLOCK; i++) {
    const shock = Math.sqrt(variance) * fatTailed(random);
    // Half the variance is taken off so that the price itself, not its logarithm, has no drift.
    log += deviation * (shared * (market[i] as number) + own * shock) - (deviation * deviation) / 2;
    variance = nextVariance(variance, shock);
    logs[i] = log;
  }
  return { logs, end: { log, variance } };
}

/** An asset's prices as one chain has them. */
function tokenPath(
  price: number,
  logs: Float64Array,
  before: number,
  random: Random,
): { prices: Float64Array; apart: number } {
  const prices = new Float64Array(BLOCK);
  let apart = before;
  for (let i = 0; i < BLOCK; i++) {
    apart = meanReverting(apart, CHAIN_KEEP, CHAIN_DEVIATION, random);
    prices[i] = rounded(price * Math.exp((logs[i] as number) + apart));
  }
  return { prices, apart };
}

function rounded(price: number): number {
  const places = DIGITS - 1 - Math.floor(Math.log10(price));
  // A power of ten with a negative exponent is not exact: divide by the positive one instead.
  return places >= 0
    ? Math.round(price * 10 ** places) / 10 ** places
    : Math.round(price / 10 ** -places) * 10 ** -places;
}
