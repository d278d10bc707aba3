import { createHash } from "node:crypto";
import { z } from "zod";
import { backtest } from "../src/backtest/backtest.js";
import type { BacktestOptions } from "../src/backtest/plan/options.js";
import type { BacktestResult } from "../src/backtest/result/result.js";
import { SimulatedClock } from "../src/core/time/simulated-clock.js";
import { cutToDouble, Decimal, ZERO } from "../src/core/number/decimal.js";
import { seededRandom, type Random } from "../src/core/random.js";
import { KNOWN_TOKENS } from "../src/model/known-tokens.js";
import { drawSlippage } from "../src/model/slippage.js";
import { TokenRegistry } from "../src/model/token-registry.js";
import { defineStrategy, type Strategy } from "../src/strategy/define.js";
import { memoryTape } from "../src/tape/memory-tape.js";
import type { Tape } from "../src/tape/tape.js";
import { fillOf, usdOf } from "../src/venue/trade/fill.js";
import { Exchange, marketPrices } from "../src/venue/index.js";

/** The work of every contestant: an SMA cross with a band, in and out with everything. */
export const FAST = 10;
export const SLOW = 50;
/** How far the fast mean must be from the slow one, as a share of it: a million bars make some thousands of trades. */
export const BAND = 0.0045;
/** The part of the cash that goes in: a little below the cap, so that it is one trade. */
export const PART = 0.95;
export const MINUTE = 60_000;
export const START = Date.UTC(2024, 0, 1);
export const TOKEN = "WETH.eth";
export const CASH = "USDC.eth";
export const CAPITAL = "10000";
const SEED = "bench";
const TEAM = "bench";
const SLIPPAGE = "printed";

const registry = new TokenRegistry(KNOWN_TOKENS);

/** Prices of one-minute bars, a random walk: the same each time. Price i holds from minute i on; it is the bar's only price. */
export function walk(bars: number): Float64Array {
  const random = seededRandom("walk");
  const prices = new Float64Array(bars);
  let price = 2_000;
  for (let i = 0; i < bars; i++) {
    price *= Math.exp(0.0008 * random.normal());
    // As prices on tapes are: not more digits than a double has to spare.
    prices[i] = Number(price.toPrecision(12));
  }
  return prices;
}

export function tapeOf(prices: Float64Array): Tape {
  // `Float64Array.from` would make an array of objects first.
  const times = new Float64Array(prices.length);
  for (let i = 0; i < times.length; i++) times[i] = START + i * MINUTE;
  const token = registry.resolve(TOKEN);
  return memoryTape({ label: "synthetic: a random walk", tracks: [{ token, times, prices, interval: MINUTE }] });
}

/** The mean of the `count` values before `end`. In numbers of its own: a module's are looked up, and looked at, at each step of a loop. */
function meanBefore(values: Float64Array, end: number, count: number): number {
  let sum = 0;
  for (let i = end - count; i < end; i++) sum += values[i] as number;
  return sum / count;
}

function crossing({ bars, book, swap, hold }: Parameters<Strategy["decide"]>[0]): ReturnType<Strategy["decide"]> {
  const { close } = bars(TOKEN);
  const fast = meanBefore(close, SLOW, FAST);
  const slow = meanBefore(close, SLOW, SLOW);
  const invested = book.amount(TOKEN) > 0;
  if (!invested && fast > slow * (1 + BAND))
    return swap({ from: CASH, to: TOKEN, size: { fraction: PART }, reason: "the fast mean is above the band" });
  if (invested && fast < slow * (1 - BAND))
    return swap({ from: TOKEN, to: CASH, size: { fraction: 1 }, reason: "the fast mean is below the band" });
  return hold({ reason: "no cross" });
}

const shape = {
  name: "cross",
  summary: "Holds the token while its fast mean is above its slow one.",
  params: z.object({}),
  schedule: "* * * * *",
  needs: () => ({ bars: [{ token: TOKEN, interval: "1m", count: SLOW }] }),
};

/** Synchronous, as most strategies are. */
export const synchronous: Strategy = defineStrategy({ ...shape, decide: crossing });

/** With a `read` at each tick, which awaits a price. */
export const reading: Strategy = defineStrategy({
  ...shape,
  inputs: z.object({ usd: z.number().nullable() }),
  read: async (_view, { venue }) => ({ usd: (await venue.price(TOKEN)).usd }),
  decide: crossing,
});

/** The strategy through everything, as `contender backtest` runs it, on one competition as long as the tape. */
export function throughEverything(tape: Tape, strategy: Strategy): Promise<BacktestResult> {
  const options: BacktestOptions = {
    tape,
    strategies: [{ strategy, allocation: 1 }],
    seed: SEED,
    team: TEAM,
    latency: 0,
    competition: { startBalances: { [CASH]: CAPITAL }, maxTradeShare: 1, slippage: SLIPPAGE },
  };
  return backtest(options);
}

/** How the exchange draws the slippage of our trades. */
function slippageDraws(): () => Random {
  const clock = new SimulatedClock(START);
  const exchange = new Exchange({ clock, registry, seed: SEED, prices: marketPrices({ priceAt: () => 1 }, clock) });
  const team = exchange.addTeam({ name: TEAM });
  const random = seededRandom(SEED);
  let drawn = 0;
  return () => random.fork(`execute/${team.id}/${drawn++}`);
}

/** A loop as somebody would write it who wants nothing but this number, and the equity at each bar. */
export function handLoop(prices: Float64Array): { readonly equity: Float64Array; readonly trades: number } {
  const equity = new Float64Array(prices.length);
  const draw = slippageDraws();
  // The venue's own arithmetic, so that the equity is the same to the last bit.
  let cash = new Decimal(CAPITAL);
  let token = ZERO;
  let [cashValue, tokenAmount] = [cash.toNumber(), 0];
  let trades = 0;
  for (let i = 0; i < prices.length; i++) {
    const price = prices[i] as number;
    // A decision is a trade a moment later: equity at the same moment is that before it.
    equity[i] = cashValue + tokenAmount * price;
    if (i >= SLOW) {
      const fast = meanBefore(prices, i, FAST);
      const slow = meanBefore(prices, i, SLOW);
      const invested = tokenAmount > 0;
      if (invested ? fast < slow * (1 - BAND) : fast > slow * (1 + BAND)) {
        const amount = invested ? token : cutToDouble(cash.times(PART));
        const [from, to] = invested ? [price, 1] : [1, price];
        const slippage = drawSlippage(SLIPPAGE, usdOf(amount, from), draw());
        const { toAmount } = fillOf(amount, from, to, slippage);
        cash = invested ? cash.plus(toAmount) : cash.minus(amount);
        token = invested ? ZERO : toAmount;
        cashValue = cash.toNumber();
        tokenAmount = token.toNumber();
        trades++;
      }
    }
  }
  return { equity, trades };
}

/** The same text for the same numbers, bit by bit. */
export function fingerprint(equity: Float64Array): string {
  const bytes = new Uint8Array(equity.buffer, equity.byteOffset, equity.byteLength);
  return createHash("sha256").update(bytes).digest("hex").slice(0, 16);
}
