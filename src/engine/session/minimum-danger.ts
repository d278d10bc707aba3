import { dayOf, utcDay } from "../../core/time/utc.js";
import { DAY } from "../../core/time/duration.js";

/** When the UTC day of an instant ends, epoch milliseconds. */
function endOfDay(at: number): number {
  return (dayOf(at) + 1) * DAY;
}

/** How much of a day must be left, at least, for the minimum not to be in danger: a sixth of it for each missing trade, up to half. */
const CALM_PER_TRADE = DAY / 6;

/** The part of its first day that a competition must have for the minimum to be expected of it. */
const SHORTEST_DAY = DAY / 4;

export interface Danger {
  readonly day: string;
  readonly made: number;
  readonly missing: number;
  /** Milliseconds of the day that are left. */
  readonly left: number;
}

/**
 * Whether the UTC day may end with too few trades for the competition's daily minimum; null while there is time.
 * A day of which the competition has only the end is not expected to be full of trades. The service does
 * not say how it counts days; UTC is what it prints.
 *
 * @param made trades of the day
 * @param startAt when the competition began, epoch milliseconds; null where that is not known
 * @param endAt when it ends: the day is over then; null where that is not known
 */
export function minimumDanger(
  now: number,
  made: number,
  minimum: number,
  startAt: number | null,
  endAt: number | null,
): Danger | null {
  const missing = minimum - made;
  if (missing <= 0) return null;
  if (startAt !== null && dayOf(startAt) === dayOf(now) && endOfDay(startAt) - startAt < SHORTEST_DAY) return null;
  const left = Math.min(endOfDay(now), endAt ?? Infinity) - now;
  const calm = Math.min(DAY / 2, missing * CALM_PER_TRADE);
  return left > calm ? null : { day: utcDay(now), made, missing, left };
}
