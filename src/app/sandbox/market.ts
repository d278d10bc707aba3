import { iso } from "../../core/time/utc.js";
import { DAY, HOUR } from "../../core/time/duration.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { Token, TokenName } from "../../model/token.js";
import {
  csvMarket,
  openTape,
  peggedMarket,
  SYNTHETIC_TOKENS,
  syntheticMarket,
  tapeTokens,
  type Market,
} from "../../tape/index.js";
import type { SandboxConfig } from "../config/schema.js";
import { MarketRangeError } from "../errors.js";
import type { Span } from "../span.js";

/** Recorded prices before the start from which strategies warm up. */
const WARM_UP = 3 * DAY;
/** The same of a synthetic market: more is seldom needed, and takes time to make up. */
const SYNTHETIC_PAST = 7 * DAY;
/** Time of the machine, in milliseconds, in which a bot beside the sandbox has come to its first decision. */
const BOOT = 400;

/**
 * The usual tokens, and one whose address is that of another chain's: without the specific chain it cannot be told which.
 */
const SANDBOX_TOKENS = [...SYNTHETIC_TOKENS, { name: "WETH.optimism", price: 3200, volatility: 0.7 }];

/** The market of a sandbox and the moment at which its clock begins. */
interface MarketAt {
  readonly market: Market;
  /** Epoch milliseconds. */
  readonly start: number;
}

/** Builds the market that the config names. Throws a TapeError, or MarketRangeError where the prices do not reach. */
export function marketOf(
  config: SandboxConfig,
  registry: TokenRegistry,
  path: (relative: string) => string,
  now: number,
): MarketAt {
  const { synthetic, bars, tape, start } = config.market;
  if (synthetic !== undefined) {
    const begin = start ?? syntheticStart(config, now);
    const { tokens, cash } = madeUp(synthetic, config, registry);
    const market = syntheticMarket({ seed: String(config.seed), start: begin, past: SYNTHETIC_PAST, tokens });
    return { market: withCash(market, cash), start: begin };
  }
  const recorded =
    bars === undefined
      ? openTape(path(tape ?? "")).market()
      : csvMarket(
          Object.entries(bars).map(([name, file]) => ({ token: registry.resolve(name).name, file: path(file) })),
        );
  const market = withCash(recorded, allCash(registry));
  return { market: lastingMarket(market), start: recordedStart(config, market, start) };
}

/** When the competition begins and ends: where config does not say how long it lasts, with the recorded prices. */
export function spanOf({ startIn, duration }: SandboxConfig, { market, start }: MarketAt): Span {
  const from = start + startIn;
  const to = duration === undefined ? market.until : from + duration;
  return { from, to: Number.isFinite(to) ? to : null };
}

/** The tokens that `marketOf` will have prices of; undefined where its tape is none. Throws a TapeError. */
export function pricedTokens(
  config: SandboxConfig,
  registry: TokenRegistry,
  path: (relative: string) => string,
): readonly TokenName[] | undefined {
  const { synthetic, bars, tape } = config.market;
  const names = (tokens: readonly { readonly name: TokenName }[]): TokenName[] => tokens.map(({ name }) => name);
  if (synthetic !== undefined) {
    const { tokens, cash } = madeUp(synthetic, config, registry);
    return [...new Set([...names(tokens), ...names(cash)])];
  }
  const recorded =
    bars === undefined ? tapeTokens(path(tape ?? "")) : Object.keys(bars).map((name) => registry.resolve(name).name);
  return recorded === null ? undefined : [...new Set([...recorded, ...names(allCash(registry))])];
}

/** Without a price for cash nobody could buy anything, or would have anything. */
function withCash(market: Market, cash: readonly Token[]): Market {
  return peggedMarket(
    market,
    cash.map(({ name }) => name),
  );
}

function allCash(registry: TokenRegistry): Token[] {
  return registry.list().filter((token) => token.cash);
}

/**
 * The cash of the usual tokens' chains, which config may have put in USDC's place, and of those that the teams start on.
 */
function usedCash({ balances = {} }: SandboxConfig, registry: TokenRegistry): Token[] {
  const used = [
    ...SYNTHETIC_TOKENS.map(({ name }) => registry.get(name)),
    ...Object.keys(balances).map((name) => registry.resolve(name)),
  ];
  const chains = new Set(used.map((token) => token?.specificChain));
  return allCash(registry).filter(({ specificChain }) => chains.has(specificChain));
}

/**
 * A recorded market whose last prices go on standing: its end is the competition's too, and what the teams hold is
 * valued then, or a little later where the clock is fast.
 */
function lastingMarket(market: Market): Market {
  const last = market.until - 1;
  return { ...market, priceAt: (token, at) => market.priceAt(token, Math.min(at, last)) };
}

/** The tokens of a made-up market, and the cash that it has a price of beside them. */
function madeUp(
  synthetic: NonNullable<SandboxConfig["market"]["synthetic"]>,
  config: SandboxConfig,
  registry: TokenRegistry,
) {
  const named = Object.entries(synthetic);
  if (named.length === 0) return { tokens: SANDBOX_TOKENS, cash: usedCash(config, registry) };
  const tokens = named.map(([name, { price, volatility }]) => ({
    name: registry.resolve(name).name,
    price,
    volatility,
  }));
  return { tokens, cash: allCash(registry) };
}

/**
 * The present; under `speed` so that the competition reaches a full hour as soon as a bot can decide: who watches a fast
 * demonstration shall not wait for most strategies' first run.
 */
function syntheticStart({ speed, startIn }: SandboxConfig, now: number): number {
  if (speed <= 1) return now;
  return Math.ceil(now / HOUR) * HOUR - startIn - Math.min(HOUR / 2, BOOT * speed);
}

function recordedStart({ startIn, duration }: SandboxConfig, market: Market, start: number | undefined): number {
  const begin = start ?? Math.min(market.from + WARM_UP, (market.from + market.until) / 2);
  const range = `The prices (${market.label}) cover ${iso(market.from)} to ${iso(market.until)}`;
  if (begin < market.from || begin >= market.until)
    throw new MarketRangeError(`${range}, which does not include ${iso(begin)}`, { remedy: "Change `market.start`." });
  const starts = begin + startIn;
  if (starts >= market.until)
    throw new MarketRangeError(`${range}: the competition would begin at ${iso(starts)}`, {
      remedy: "Shorten `startIn`, or set an earlier `market.start`.",
    });
  if (duration !== undefined && starts + duration > market.until)
    throw new MarketRangeError(`${range}: the competition would last until ${iso(starts + duration)}`, {
      remedy: "Shorten `duration`, or set an earlier `market.start`.",
    });
  return begin;
}
