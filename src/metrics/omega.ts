import { power } from "../core/number/power.js";
import { figure, tooFewReturns, unless } from "./figure.js";
import type { Metric } from "./metric.js";

/** What the omega ratio is asked for. */
export interface OmegaOptions {
  /** Return of a period without risk, as a fraction; 0 by default. */
  readonly riskFree?: number;
  /** What a period's return must reach beyond that, as a fraction; 0 by default. `periodReturn` makes it of a year's. */
  readonly target?: number;
}

/**
 * Omega ratio: what returns exceed the target by, together, over what they miss it by. NaN for fewer
 * than two returns, and where none misses it. As empyrical's `omega_ratio`, with its required return
 * given for a period.
 */
export function omega(returns: ArrayLike<number>, { riskFree = 0, target = 0 }: OmegaOptions = {}): number {
  if (returns.length < 2) return NaN;
  let [above, below] = [0, 0];
  for (let i = 0; i < returns.length; i += 1) {
    const beyond = (returns[i] ?? NaN) - riskFree - target;
    if (beyond > 0) above += beyond;
    else if (beyond < 0) below -= beyond;
  }
  return below > 0 ? above / below : NaN;
}

/** The return of a period that comes to this one in a year: (1 + annual)^(1 / periods a year) − 1; NaN for −1 and below. */
export function periodReturn(annual: number, perYear = 365): number {
  return annual <= -1 ? NaN : power(1 + annual, 1 / perYear) - 1;
}

export const omegaMetric: Metric = {
  name: "omega",
  title: "Omega ratio",
  unit: "ratio",
  summary: "Sum of what returns exceed the target by / sum of what they miss it by.",
  source: "C. Keating, W. Shadwick, A Universal Performance Measure, 2002; empyrical, omega_ratio",
  needs: "30 returns, and one below the target",
  compute: unless(tooFewReturns, ({ returns, settings: { riskFree, target } }) =>
    figure(omega(returns, { riskFree, target }), "No return is below the target."),
  ),
};
