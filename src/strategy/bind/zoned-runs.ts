import { Cron } from "croner";
import { namedZone } from "../../core/time/zone.js";

/** Gives the first run after an instant; null if there is none any more. Times are epoch milliseconds. */
type NextRun = (at: number) => number | null;

/**
 * The runs of a cron pattern in a time zone. If the zone sets its clocks forward, the runs of the skipped time become one
 * run, at the change. If it sets them back, the times that clocks show again do not run again. A pattern for every hour
 * runs as hours pass.
 *
 * @throws {Error} if croner cannot read the pattern, or there is no such zone
 */
export function nextRunIn(pattern: string, timezone: string): NextRun {
  const zone = namedZone(timezone);
  if (zone === null) {
    throw new Error(`"${timezone}" is not a time zone: write a name of the IANA database, such as Europe/Berlin`);
  }
  if (timezone === "UTC" || isForEveryHour(pattern) || namesItsZone(pattern)) return cronRuns(pattern, timezone);
  // croner enumerates what clocks show, as if it were UTC, and the zone says when they first show it.
  const nextShown = cronRuns(pattern, "UTC");
  return (at) => {
    for (let shown = nextShown(at + zone.aheadAt(at)); shown !== null; shown = nextShown(shown)) {
      const instant = zone.firstInstant(shown);
      if (instant > at) return instant;
    }
    return null;
  };
}

function cronRuns(pattern: string, timezone: string): NextRun {
  const cron = new Cron(pattern, { timezone, paused: true });
  return (at) => cron.nextRun(new Date(at))?.getTime() ?? null;
}

/** Whether its hours are all of the day. */
function isForEveryHour(pattern: string): boolean {
  const parts = pattern.trim().split(/\s+/);
  const hour = parts[parts.length === 5 ? 1 : 2] ?? "";
  return ["*", "?", "*/1", "0-23"].includes(hour) || parts[0]?.toLowerCase() === "@hourly";
}

/** Whether it is one date with an offset of its own, such as `2025-03-30T02:30:00Z`. */
function namesItsZone(pattern: string): boolean {
  return pattern.includes(":") && /(?:z|[+-]\d{2}:?\d{2})$/i.test(pattern.trim());
}
