import { tooFewReturns } from "./figure.js";
import type { MetricInput } from "./metric.js";

/** Returns that a tail must have at least: the average of fewer is one bad night. */
const FEWEST_IN_TAIL = 5;

/** Why there are too few returns for the tails that the settings ask for, or null. */
export function tooFewForTail(input: MetricInput): string | null {
  return tooFewReturns(input, Math.ceil(FEWEST_IN_TAIL / input.settings.tail - 1e-9));
}

/** What the descriptors say of it. */
export const TAIL_NEEDS = "five returns in the tail: 100 for one of 5 %";
