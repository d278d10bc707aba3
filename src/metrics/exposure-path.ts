import type { TokenName } from "../model/token.js";
import type { MetricFill } from "./closed-trades.js";

/** How much of a run's time and equity was not cash, both 0 to 1. */
export interface Exposure {
  /** Share of equity that was not cash, weighted by time. */
  readonly exposure: number;
  /** Share of the time in which anything that is not cash was held. */
  readonly timeInMarket: number;
}

/** Less than this share of equity outside cash is the dust that sales leave. */
const DUST = 1e-6;

/**
 * Exposure by the equity curve and the fills, without a portfolio a point: what is not cash is what
 * equity is above the cash, and cash changes by fills only. Cash is taken at what it was worth when
 * it came in, USD.
 */
export function exposureOf(
  time: Float64Array,
  equity: Float64Array,
  fills: readonly MetricFill[],
  startCashUsd: number,
  isCash: (token: TokenName) => boolean,
): Exposure {
  let cash = startCashUsd;
  let next = 0;
  let weighted = 0;
  let inMarket = 0;
  for (let i = 0; i + 1 < time.length; i += 1) {
    const at = time[i] ?? 0;
    for (let fill = fills[next]; fill !== undefined && fill.at <= at; fill = fills[next]) {
      cash += cashChange(fill, isCash);
      next += 1;
    }
    const value = equity[i] ?? 0;
    const share = value > 0 ? Math.min(1, Math.max(0, 1 - cash / value)) : 0;
    const span = (time[i + 1] ?? at) - at;
    weighted += share * span;
    if (share > DUST) inMarket += span;
  }
  const length = (time.at(-1) ?? 0) - (time[0] ?? 0);
  return length > 0
    ? { exposure: weighted / length, timeInMarket: inMarket / length }
    : { exposure: 0, timeInMarket: 0 };
}

function cashChange(fill: MetricFill, isCash: (token: TokenName) => boolean): number {
  return (isCash(fill.to) ? fill.usd - fill.slippageUsd : 0) - (isCash(fill.from) ? fill.usd : 0);
}
