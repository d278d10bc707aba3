import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import type { Scheduled } from "../../../src/engine/loop/tick-schedule.js";
import { scheduleOn, type Heard } from "./scheduling.js";
import { cadencesOf, type Cadence } from "../../../src/strategy/bind/schedule.js";

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

test("the scheduler's runs are those of the pattern, in any zone, over clock changes both ways", () => {
  const zones = ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"];
  const days = [Date.UTC(2025, 2, 29), Date.UTC(2025, 3, 5), Date.UTC(2025, 9, 25), Date.UTC(2024, 1, 28)];
  const minutes = fc.constantFrom("*/15", "0", "7,37");
  const hours = fc.constantFrom("*", "*/6", "2", "0-3", "1,2,23");
  const weekdays = fc.constantFrom("* * *", "* * 0", "L * *", "29 2 *");
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.constantFrom(...days),
      minutes,
      hours,
      weekdays,
      (zone, from, m, h, d) => {
        const pattern = `${m} ${h} ${d}`;
        const { next } = cadence(pattern, zone);
        const expected: number[] = [];
        for (let at = next(from - 1); at !== null && at < from + 2 * DAY; at = next(at)) expected.push(at);
        expect(fired(pattern, zone, from, from + 2 * DAY)).toEqual(expected);
      },
    ),
    { numRuns: 25 },
  );
});
