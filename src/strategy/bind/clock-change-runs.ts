import { Cron } from "croner";
import { someOf } from "../../core/some-of.js";
import { clockChanges, namedZone, type ClockChange } from "../../core/time/zone.js";
import { iso } from "../../core/time/utc.js";
import type { RunSchedule } from "../../model/journal.js";

/** Local times of a pattern that are looked at in one change: one a minute, for some hours. */
const MOST = 200;

/**
 * What a schedule loses and what it runs twice where its zone changes its clocks in [from, to), a sentence each. A pattern
 * of one time of day does neither, and one for every hour follows the hours as they pass.
 */
export function clockChangeRuns({ patterns, timezone }: RunSchedule, from: number, to: number): string[] {
  const zone = timezone === "UTC" ? null : namedZone(timezone);
  if (zone === null || !Number.isFinite(to)) return [];
  return clockChanges(zone, from, to).flatMap((change) =>
    Object.entries(patterns).flatMap(([name, pattern]) => {
      if (isForEveryHour(pattern)) return [];
      const times = change.after > change.before ? lost(pattern, timezone, change) : doubled(pattern, timezone, change);
      if (times.length === 0) return [];
      const day = iso(change.at + change.before).slice(0, 10);
      const which = someOf(times.map((local) => iso(local).slice(11, 16)));
      const [what, set] = change.after > change.before ? ["does not run at", "forward"] : ["runs twice at", "back"];
      return [
        `"${pattern}"${name === "main" ? "" : ` (${name})`} ${what} ${which} on ${day}, when clocks in ${timezone} are set ${set}`,
      ];
    }),
  );
}

/** Whether its hours are all of the day. */
function isForEveryHour(pattern: string): boolean {
  const parts = pattern.trim().split(/\s+/);
  const hour = parts[parts.length === 5 ? 1 : 2] ?? "";
  return ["*", "?", "*/1", "0-23"].includes(hour) || pattern.startsWith("@hourly");
}

/** Times that clocks pass over: croner lets a pattern of one time of day run at the change, and others not at all. */
function lost(pattern: string, timezone: string, { at, before, after }: ClockChange): number[] {
  const times = localTimes(pattern, at + before, at + after);
  const runsThen = firesAt(pattern, timezone, at) && localTimes(pattern, at + after, at + after + 1).length === 0;
  return runsThen ? [] : times;
}

/** Times that clocks show twice, at both of which it runs. */
function doubled(pattern: string, timezone: string, { at, before, after }: ClockChange): number[] {
  return localTimes(pattern, at + after, at + before).filter(
    (local) => firesAt(pattern, timezone, local - before) && firesAt(pattern, timezone, local - after),
  );
}

const firesAt = (pattern: string, timezone: string, at: number): boolean =>
  new Cron(pattern, { timezone, paused: true }).nextRun(new Date(at - 1))?.getTime() === at;

/** The times in [from, to) that a pattern names, as clocks show them. */
function localTimes(pattern: string, from: number, to: number): number[] {
  const cron = new Cron(pattern, { timezone: "UTC", paused: true });
  const times: number[] = [];
  for (let at = from - 1; times.length < MOST;) {
    const next = cron.nextRun(new Date(at))?.getTime() ?? Infinity;
    if (next >= to) break;
    times.push(next);
    at = next;
  }
  return times;
}
