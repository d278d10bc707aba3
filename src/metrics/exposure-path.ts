import { firstAfterNear } from "../core/number/sorted.js";
import type { TokenName } from "../model/token.js";
import type { MetricFill, StartBalance } from "./closed-trades.js";

/** How much of a run's time and equity was not cash, both 0 to 1. */
export interface Exposure {
  /** Share of equity that was not cash, weighted by time. */
  readonly exposure: number;
  /** Share of the time in which anything that is not cash was held, dust (below a millionth of equity) apart. */
  readonly timeInMarket: number;
}

/** Less than this share of equity outside cash is the dust that sales leave. */
const DUST = 1e-6;

/**
 * Exposure by the equity curve and the fills, without a portfolio a point: what is not cash is what
 * equity is above the cash, and cash changes by fills only. Cash is taken at what it was worth when
 * it came in, USD; that a coin of it is worth a little more today is no exposure: whether anything else
 * is held, the amounts say.
 *
 * @param start what the run began with, cash included
 */
export function exposureOf(
  time: Float64Array,
  equity: Float64Array,
  fills: readonly MetricFill[],
  start: readonly StartBalance[],
  isCash: (token: TokenName) => boolean,
): Exposure {
  const held = new Held(start, isCash);
  const sums = new Sums(time, equity);
  const end = time.at(-1) ?? 0;
  let next = 0;
  let at = time[0] ?? 0;
  const length = end - at;
  while (at < end) {
    while (next < fills.length && (fills[next] as MetricFill).at <= at) held.take(fills[next++] as MetricFill);
    const until = next < fills.length ? Math.min(end, (fills[next] as MetricFill).at) : end;
    // While nothing is held nothing adds up.
    if (held.outside > 0) sums.add(at, until, held);
    at = until;
  }
  return length > 0
    ? { exposure: sums.weighted / length, timeInMarket: sums.inMarket / length }
    : { exposure: 0, timeInMarket: 0 };
}

/** What exposure adds up along the curve, milliseconds. */
class Sums {
  /** Time by the share that was not cash. */
  weighted = 0;
  inMarket = 0;
  readonly #time: Float64Array;
  readonly #equity: Float64Array;
  /** A point of the curve that is not after what comes next. */
  #place = 0;

  constructor(time: Float64Array, equity: Float64Array) {
    this.#time = time;
    this.#equity = equity;
  }

  /** Adds the time between two moments, in which nothing changes but what equity is worth: at each point of the curve. */
  add(from: number, until: number, { cash, outside }: Held): void {
    const time = this.#time;
    let { weighted, inMarket } = this;
    let place = firstAfterNear(time, from, this.#place) - 1;
    this.#place = place;
    for (let at = from; at < until; place++) {
      const value = this.#equity[place] ?? 0;
      const next = place + 1 < time.length ? Math.min(until, time[place + 1] as number) : until;
      if (outside > DUST * value) {
        const share = value > 0 ? Math.min(1, Math.max(0, 1 - cash / value)) : 0;
        weighted += share * (next - at);
        if (share > DUST) inMarket += next - at;
      }
      at = next;
    }
    this.weighted = weighted;
    this.inMarket = inMarket;
  }
}

/** What is held, as far as exposure asks. */
class Held {
  /** USD, each part at what it was worth when it came in. */
  cash = 0;
  /** Of what is not cash, USD at the price of each token's last fill: tells something from nothing. */
  outside = 0;
  readonly #isCash: (token: TokenName) => boolean;
  readonly #tokens = new Map<TokenName, { amount: number; usd: number }>();

  constructor(start: readonly StartBalance[], isCash: (token: TokenName) => boolean) {
    this.#isCash = isCash;
    for (const { token, amount, usd } of start)
      if (isCash(token)) this.cash += usd;
      else this.#change(token, amount, amount > 0 ? usd / amount : 0);
    this.#sum();
  }

  take({ from, to, fromAmount, toAmount, usd, slippageUsd }: MetricFill): void {
    const [sold, bought, worth] = [Number(fromAmount), Number(toAmount), usd - slippageUsd];
    if (this.#isCash(from)) this.cash -= usd;
    else this.#change(from, -sold, sold > 0 ? usd / sold : 0);
    if (this.#isCash(to)) this.cash += worth;
    else this.#change(to, bought, bought > 0 ? worth / bought : 0);
    this.#sum();
  }

  #change(token: TokenName, amount: number, price: number): void {
    const left = Math.max(0, (this.#tokens.get(token)?.amount ?? 0) + amount);
    this.#tokens.set(token, { amount: left, usd: left * price });
  }

  #sum(): void {
    this.outside = 0;
    for (const { usd } of this.#tokens.values()) this.outside += usd;
  }
}
