import { ZERO, type Decimal } from "../core/number/decimal.js";

/** What a book holds of a token. */
export interface Holding {
  readonly amount: Decimal;
  /** USD a token; null where any part of it came at a cost that is not known. */
  readonly averageCost: number | null;
}

export const EMPTY_HOLDING: Holding = { amount: ZERO, averageCost: null };

/**
 * A holding after a change, by the method of average cost: gains are averaged in, losses leave the
 * average as it is, and an empty holding has none. Ledger and journal share it, so that a restart
 * finds the same figures to the last bit.
 *
 * @param change signed tokens
 * @param costUsd USD that the tokens gained cost; null where not known
 */
export function applyChange(before: Holding, change: Decimal, costUsd: number | null): Holding {
  const amount = before.amount.plus(change);
  if (!amount.greaterThan(0)) return { amount, averageCost: null };
  if (!change.greaterThan(0)) return { amount, averageCost: before.averageCost };
  if (costUsd === null) return { amount, averageCost: null };
  if (!before.amount.greaterThan(0)) return { amount, averageCost: costUsd / change.toNumber() };
  if (before.averageCost === null) return { amount, averageCost: null };
  const cost = before.averageCost * before.amount.toNumber() + costUsd;
  return { amount, averageCost: cost / amount.toNumber() };
}
