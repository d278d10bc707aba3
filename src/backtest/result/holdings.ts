import type { TokenName } from "../../model/token.js";
import type { MarketPrices } from "../../venue/index.js";

/** A swap as far as holdings change by it. */
interface HoldingChange {
  readonly at: number;
  readonly from: TokenName;
  readonly to: TokenName;
  readonly fromAmount: number;
  readonly toAmount: number;
}

/** USD that amounts of tokens are worth at a moment; a token without a price then counts nothing. */
export function worth(amounts: Iterable<readonly [TokenName, number]>, prices: MarketPrices, at: number): number {
  let usd = 0;
  for (const [token, amount] of amounts) if (amount > 0) usd += amount * (prices.priceAt(token, at) ?? 0);
  return usd;
}

/**
 * The value over time of somebody who began with `start` and made these swaps.
 *
 * @param changes oldest first
 * @param time epoch milliseconds, rising
 */
export function valuesOf(
  start: ReadonlyMap<TokenName, number>,
  changes: readonly HoldingChange[],
  prices: MarketPrices,
  time: Float64Array,
): Float64Array {
  const held = new Map(start);
  const values = new Float64Array(time.length);
  let next = 0;
  for (let i = 0; i < values.length; i++) {
    const at = time[i] as number;
    for (let change = changes[next]; change !== undefined && change.at <= at; change = changes[++next]) {
      held.set(change.from, (held.get(change.from) ?? 0) - change.fromAmount);
      held.set(change.to, (held.get(change.to) ?? 0) + change.toAmount);
    }
    values[i] = worth(held, prices, at);
  }
  return values;
}
