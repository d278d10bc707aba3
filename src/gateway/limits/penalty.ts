import { MINUTE } from "../../core/time/duration.js";
import type { RateScope } from "../../model/rules.js";
import type { Countable } from "./meters.js";
import { pauseAfter, type RateLimitHints } from "./retry-after.js";
import type { EffectiveLimits } from "./settings.js";

/** Nothing of `scope` for `ms` milliseconds. */
export interface Penalty {
  readonly scope: RateScope;
  readonly ms: number;
}

/**
 * What a 429 pauses. The answer does not say which limit was hit: it is taken to be that of the
 * operation's own scope, unless the pause is longer than its windows; then only an overall one fits.
 */
export function penaltyOf(operation: Countable, limits: EffectiveLimits, hints: RateLimitHints, now: number): Penalty {
  const own = operation.scopes[0];
  const windows = own === undefined ? [] : (limits.get(own) ?? []).map(({ windowMs }) => windowMs);
  const ms = pauseAfter(hints, now, windows.length === 0 ? MINUTE : Math.max(...windows));
  // A second more, since a header's seconds are rounded up.
  const longest = Math.max(MINUTE, ...windows) + 1_000;
  return { scope: own !== undefined && ms <= longest ? own : "all", ms };
}
