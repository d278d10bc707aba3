import type { CallOptions } from "../../model/venue.js";
import type { RateScope } from "../../model/rules.js";
import type { Meter } from "./meters.js";
import type { EffectiveLimits } from "./settings.js";

export type Purpose = NonNullable<CallOptions["purpose"]>;

/**
 * How much longer than its window a request is counted, milliseconds: both clocks may cut a
 * millisecond off, and a clock may run a thousandth slower than the server's.
 */
const margin = (windowMs: number): number => 2 + Math.ceil(windowMs / 1_000);

/** How long a scope may not be used at all, by scope: until when, epoch milliseconds. */
type Pauses = ReadonlyMap<RateScope, number>;

/**
 * The earliest moment at which a request, or `needed` of them together, may be sent: -Infinity where nothing is in its way, null
 * where it takes an answer to another request first. Strict: at most `count` requests of a limit
 * can reach the server within any window, wherever it begins. (Of any count + 1 requests the last
 * one sent would have found the others in flight, or ended less than a window ago.)
 */
export function earliest(
  meters: readonly Meter[],
  limits: EffectiveLimits,
  pauses: Pauses,
  purpose: Purpose,
  needed = 1,
): number | null {
  let at = -Infinity;
  for (const { scope, spent, reserved } of meters) {
    at = Math.max(at, pauses.get(scope) ?? -Infinity);
    for (const limit of limits.get(scope) ?? []) {
      const room = limit.count - (reserved && purpose !== "trade" ? limit.reserve : 0);
      // Where the limit is smaller than that, they go one by one.
      const since = spent.fewerThan(Math.max(Math.min(1, room), room - needed + 1));
      if (since === null) return null;
      at = Math.max(at, since + limit.windowMs + margin(limit.windowMs));
    }
  }
  return at;
}

/** How many requests of a scope may be sent at this moment; null where nothing limits it. */
export function roomLeft(meter: Meter, limits: EffectiveLimits, pauses: Pauses, now: number): number | null {
  if ((pauses.get(meter.scope) ?? -Infinity) > now) return 0;
  const rooms = (limits.get(meter.scope) ?? []).map(({ count, windowMs }) =>
    Math.max(0, count - meter.spent.held(now - windowMs - margin(windowMs))),
  );
  return rooms.length === 0 ? null : Math.min(...rooms);
}
