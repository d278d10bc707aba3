import { stateBefore, type OneDirectionMinute, type PoolFiles, type PoolMinute } from "./pool-files.js";

/** What the pool takes of each swap's input. */
export const POOL_FEE = 0.0005;

/** Minutes that swapped less: amounts are whole millionths of a USDC, so that rounding would be measured. */
export const LEAST_USD = 1;

const RAW_USDC = 1e6;
const RAW_WETH = 1e18;

/** One swap, real or summed, against the pool as it stood before it. All costs are fractions of `usd`. */
export interface ExecutedSwap {
  readonly at: number;
  /** What was sold, at the price before; a USDC is a dollar. */
  readonly usd: number;
  /** What was received less than at the price before: the fee, and the move of the price by the swap itself. */
  readonly cost: number;
  /** The same as far as the liquidity that was active before says it: fee and move. */
  readonly predicted: number;
  /** Dollars that the pool held virtually on each side. */
  readonly depth: number;
}

/** USDC for one WETH in the middle of a tick, which is all that is known of the price within it (half a basis point each way). */
export function priceAt(tick: number): number {
  return RAW_WETH / RAW_USDC / 1.0001 ** (tick + 0.5);
}

/**
 * The minute as one swap. That is exact, not an approximation: a pool of this kind moves by swaps only,
 * and several swaps the same way take it along the same curve as one of their sum (its fee stays outside
 * of the curve). Null where the minute before is not known, and below `LEAST_USD`.
 */
export function executedSwap(pool: PoolFiles, minute: OneDirectionMinute): ExecutedSwap | null {
  const before = stateBefore(pool, minute.at);
  if (before === null) return null;
  const price = priceAt(before.closeTick);
  const usd = worth(minute.sold, minute.amountIn, price);
  if (usd < LEAST_USD) return null;
  return {
    at: minute.at,
    usd,
    cost: costAgainst(minute, price),
    predicted: predictedCost(before, minute),
    depth: before.liquidity / rootPrice(before.closeTick) / RAW_USDC,
  };
}

/** What was received less than at a price (USDC for a WETH), as the service defines slippage: 1 − received × its price / (sold × its price). */
export function costAgainst({ sold, amountIn, amountOut }: OneDirectionMinute, price: number): number {
  const bought = sold === "USDC" ? "WETH" : "USDC";
  return 1 - worth(bought, amountOut, price) / worth(sold, amountIn, price);
}

/**
 * Within one stretch of liquidity L at price P (WETH for a USDC, raw), selling Δ of WETH moves √P by Δ/L and of
 * USDC 1/√P by Δ/L (Uniswap v3 whitepaper, 6.2.3), so the average price is worse than the first by x/(L + x),
 * where x is Δ/√P or Δ·√P.
 */
export function predictedCost({ liquidity, closeTick }: PoolMinute, { sold, amountIn }: OneDirectionMinute): number {
  const input = amountIn * (1 - POOL_FEE);
  const x = sold === "USDC" ? input * rootPrice(closeTick) : input / rootPrice(closeTick);
  return 1 - (1 - POOL_FEE) / (1 + x / liquidity);
}

/** √P of the middle of a tick, WETH for one USDC in raw units. */
function rootPrice(tick: number): number {
  return 1.0001 ** ((tick + 0.5) / 2);
}

function worth(token: "USDC" | "WETH", raw: number, price: number): number {
  return token === "USDC" ? raw / RAW_USDC : (raw / RAW_WETH) * price;
}
