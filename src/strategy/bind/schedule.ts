import { DAY, HOUR, MINUTE, SECOND } from "../../core/time/duration.js";
import { messageOf } from "../../core/errors.js";
import type { RunSchedule } from "../../model/journal.js";
import type { Schedule } from "../define.js";
import { nextRunIn } from "./zoned-runs.js";

/** The instants of one cron pattern, or of a period. Times are epoch milliseconds. */
export interface Cadence {
  readonly name: string;
  /** Milliseconds between its instants where they are evenly spaced from the epoch; null where only the calendar knows. */
  readonly period: number | null;
  /** The first instant after `at`; null where there is none any more. */
  next(at: number): number | null;
}

interface Field {
  /** Milliseconds of one step of the field's unit. */
  readonly unit: number;
  /** Steps in the next larger unit. */
  readonly count: number;
  readonly text: string;
}

/**
 * Period and offset of a pattern whose instants are evenly spaced in UTC (every 15 seconds, each
 * hour at :30, daily at 9:00), or null. Only the plainest forms are recognised: everything else is
 * left to croner, which is right about it at 45 µs a run.
 */
export function fixedPeriod(pattern: string): { readonly period: number; readonly offset: number } | null {
  const parts = pattern.trim().split(/\s+/);
  if (parts.length === 5) parts.unshift("0");
  if (parts.length !== 6 || parts.slice(3).some((part) => part !== "*")) return null;
  const [second = "", minute = "", hour = ""] = parts;
  const fields: readonly Field[] = [
    { unit: SECOND, count: 60, text: second },
    { unit: MINUTE, count: 60, text: minute },
    { unit: HOUR, count: 24, text: hour },
  ];
  let offset = 0;
  for (const [index, { unit, count, text }] of fields.entries()) {
    if (/^\d+$/.test(text)) {
      if (Number(text) >= count) return null;
      offset += Number(text) * unit;
      continue;
    }
    const step = text === "*" ? 1 : Number(/^\*\/(\d+)$/.exec(text)?.[1] ?? Number.NaN);
    if (!(step >= 1) || count % step !== 0) return null;
    return fields.slice(index + 1).every((higher) => higher.text === "*") ? { period: step * unit, offset } : null;
  }
  return { period: DAY, offset };
}

/** A cadence of a fixed period, by arithmetic alone. */
export function periodicCadence(name: string, period: number, offset = 0): Cadence {
  return {
    name,
    period,
    next: (at) => (Math.floor((at - offset) / period) + 1) * period + offset,
  };
}

/** A pattern that croner cannot read, or a time zone that does not exist. */
interface ScheduleProblem {
  readonly name: string;
  readonly message: string;
}

function neverAgain(pattern: string, after: number): string {
  const when = after === 0 ? "" : " again";
  return `"${pattern}" never fires${when}: write a date that exists and is to come`;
}

function cronCadence(name: string, pattern: string, timezone: string, after: number): Cadence {
  const next = nextRunIn(pattern, timezone);
  if (next(after) === null) throw new Error(neverAgain(pattern, after));
  return { name, period: null, next };
}

const byName = (schedule: Schedule): Readonly<Record<string, string>> =>
  typeof schedule === "string" ? { main: schedule } : schedule;

/** A schedule as the journal keeps it: every pattern by its name, without spaces that say nothing. UTC unless a zone is given. */
export function namedSchedule(schedule: Schedule, timezone = "UTC"): RunSchedule {
  const patterns = Object.entries(byName(schedule));
  const plain = patterns.map(([name, pattern]) => [name, pattern.trim().replace(/\s+/g, " ")] as const);
  return { patterns: Object.fromEntries(plain), timezone };
}

/** A schedule for people, such as `0 * * * * (UTC)`. */
export function scheduleText({ patterns, timezone }: RunSchedule): string {
  const named = Object.entries(patterns);
  const alone = named.length === 1 ? patterns["main"] : undefined;
  return `${alone ?? named.map(([name, pattern]) => `${name}: ${pattern}`).join("; ")} (${timezone})`;
}

/**
 * The cadences of a schedule (UTC unless a zone is given), with what cannot be read of it, and what does not fire after an
 * instant (epoch milliseconds): by default what never does.
 */
export function cadencesOf(
  schedule: Schedule,
  timezone = "UTC",
  after = 0,
): { readonly cadences: readonly Cadence[]; readonly problems: readonly ScheduleProblem[] } {
  const named = byName(schedule);
  const cadences: Cadence[] = [];
  const problems: ScheduleProblem[] = [];
  for (const [name, pattern] of Object.entries(named)) {
    try {
      // Of the plainest patterns croner is not even asked: its first look into a calendar takes milliseconds.
      const fixed = timezone === "UTC" ? fixedPeriod(pattern) : null;
      cadences.push(
        fixed === null
          ? cronCadence(name, pattern, timezone, after)
          : periodicCadence(name, fixed.period, fixed.offset),
      );
    } catch (error) {
      problems.push({ name, message: messageOf(error) });
    }
  }
  if (cadences.length + problems.length === 0) problems.push({ name: "main", message: "it names no time at all" });
  return { cadences, problems };
}
