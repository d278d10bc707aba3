import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import type { Scheduled } from "../../../src/engine/loop/tick-schedule.js";
import { scheduleOn, type Heard } from "./scheduling.js";
import { cadencesOf, type Cadence } from "../../../src/strategy/bind/schedule.js";

const MINUTE = 60_000;
const DAY = 86_400_000;

function cadence(pattern: string, zone: string): Cadence {
  const [one] = cadencesOf(pattern, zone).cadences;
  if (one === undefined) throw new Error(`${pattern} in ${zone} cannot be read`);
  return one;
}

/** Every instant in [from, to), as the scheduler tells them on a simulated clock. */
function fired(pattern: string, zone: string, from: number, to: number): number[] {
  const clock = new SimulatedClock(from - 1);
  const told: number[] = [];
  const onDue: Heard<Scheduled>["onDue"] = (instant, due) => {
    for (const { missed } of due) expect(missed).toBe(0);
    told.push(instant);
  };
  const scheduler = scheduleOn<Scheduled>(clock, { onDue, onSetBack: () => expect.unreachable() });
  scheduler.add({ cadences: [cadence(pattern, zone)] });
  clock.runUntil(to - 1);
  scheduler.stop();
  return told;
}

/** What the wall clock of a zone shows: month, day, hour and minute. By Intl, not by croner. */
function wallOf(zone: string): (at: number) => { month: number; day: number; hour: number; minute: number } {
  const fields = { month: "numeric", day: "numeric", hour: "numeric", minute: "numeric" } as const;
  const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, hourCycle: "h23", ...fields });
  return (at) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const { month = 0, day = 0, hour = 0, minute = 0 } = parts;
    return { month, day, hour, minute };
  };
}

const iso = (instants: readonly number[]): string[] => instants.map((at) => new Date(at).toISOString().slice(0, 16));

describe("a schedule in a zone with summer time", () => {
  const spring = Date.UTC(2025, 2, 29);
  const autumn = Date.UTC(2025, 9, 25);

  test("at an hour that is skipped in spring runs once that day, at the change", () => {
    expect(iso(fired("30 2 * * *", "Europe/Berlin", spring, spring + 3 * DAY))).toEqual([
      "2025-03-29T01:30",
      "2025-03-30T01:00",
      "2025-03-31T00:30",
    ]);
  });

  test("at an hour that comes twice in autumn runs once, the first time", () => {
    expect(iso(fired("30 2 * * *", "Europe/Berlin", autumn, autumn + 3 * DAY))).toEqual([
      "2025-10-25T00:30",
      "2025-10-26T00:30",
      "2025-10-27T01:30",
    ]);
  });
});

test("a schedule on 29 February runs in leap years alone, also over a century that has none", () => {
  expect(iso(fired("0 12 29 2 *", "UTC", Date.UTC(2023, 0, 1), Date.UTC(2033, 0, 1)))).toEqual([
    "2024-02-29T12:00",
    "2028-02-29T12:00",
    "2032-02-29T12:00",
  ]);
  expect(iso(fired("0 12 29 2 *", "UTC", Date.UTC(2096, 0, 1), Date.UTC(2105, 0, 1)))).toEqual([
    "2096-02-29T12:00",
    "2104-02-29T12:00",
  ]);
});

const ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "America/St_Johns"];
/** Days before changes of the clock, both ways, north and south, and a leap day. */
const DAYS = [Date.UTC(2025, 2, 8), Date.UTC(2025, 2, 29), Date.UTC(2025, 3, 5), Date.UTC(2025, 9, 4)].concat([
  Date.UTC(2025, 9, 25),
  Date.UTC(2025, 10, 1),
  Date.UTC(2024, 1, 28),
]);

test("in any zone, over clock changes both ways, every instant is reported once and none is missed", () => {
  const part = fc.tuple(fc.integer({ min: 0, max: 59 }), fc.integer({ min: 4, max: 23 }));
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), fc.constantFrom(...DAYS), part, (zone, from, [minute, hour]) => {
      const to = from + 3 * DAY;
      const told = fired(`${minute} ${hour} * * *`, zone, from, to);
      // Between 4 and 24 no clock is changed: there Intl's wall clock shows each time once a day.
      const wall = wallOf(zone);
      const expected: number[] = [];
      for (let at = from; at < to; at += MINUTE) {
        const shown = wall(at);
        if (shown.hour === hour && shown.minute === minute) expected.push(at);
      }
      expect(told).toEqual(expected);
    }),
    { numRuns: 25 },
  );
});

test("the scheduler's runs are those that croner enumerates, whatever the pattern", () => {
  const step = fc.constantFrom("*", "*/15", "0", "30", "7,37");
  const hours = fc.constantFrom("*", "*/6", "1", "2", "0-3", "1,2,23");
  const days = fc.constantFrom("* * *", "* * 0", "* 2-4 *", "L * *", "29 2 *");
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), fc.constantFrom(...DAYS), step, hours, days, (zone, from, m, h, d) => {
      const pattern = `${m} ${h} ${d}`;
      const { next } = cadence(pattern, zone);
      const expected: number[] = [];
      for (let at = next(from - 1); at !== null && at < from + 2 * DAY; at = next(at)) {
        if (expected.length > 0) expect(at).toBeGreaterThan(expected.at(-1) ?? 0);
        expected.push(at);
      }
      expect(fired(pattern, zone, from, from + 2 * DAY)).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});
