import type { Random } from "../../core/random.js";

/**
 * Student's t with 4 degrees of freedom, scaled to variance 1: large moves are far more common than
 * with a normal. (A chi-square of 4 degrees is twice the sum of two exponentials; t4 has variance 2.)
 */
export function fatTailed(random: Random): number {
  const chiSquare = -2 * (Math.log(1 - random.next()) + Math.log(1 - random.next()));
  return random.normal() / Math.sqrt(chiSquare / 4) / Math.SQRT2;
}

/** GARCH(1,1) (Bollerslev, 1986) of minutes: how much a shock counts, and how much of the last variance stays. */
const SHOCK = 0.04;
const PERSISTENCE = 0.955;
/** The variance stays within these multiples of its long-run level, so that a cluster of shocks ends. */
const CALMEST = 0.2;
const WILDEST = 12;

/** Variance relative to its long-run level (1), after a return of `shock` (in long-run standard deviations). */
export function nextVariance(variance: number, shock: number): number {
  const next = 1 - SHOCK - PERSISTENCE + SHOCK * shock * shock + PERSISTENCE * variance;
  return Math.min(WILDEST, Math.max(CALMEST, next));
}

/** A step of a first-order autoregression around 0 (a discrete Ornstein–Uhlenbeck process) with this stationary deviation. */
export function meanReverting(value: number, keep: number, deviation: number, random: Random): number {
  return keep * value + deviation * Math.sqrt(1 - keep * keep) * random.normal();
}
