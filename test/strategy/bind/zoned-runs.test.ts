import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nextRunIn } from "../../../src/strategy/bind/zoned-runs.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The runs of a pattern in [from, to). */
function runs(pattern: string, zone: string, from: number, to: number): number[] {
  const next = nextRunIn(pattern, zone);
  const found: number[] = [];
  for (let at = next(from - 1); at !== null && at < to; at = next(at)) found.push(at);
  return found;
}

const times = (instants: readonly number[]): string[] => instants.map((at) => new Date(at).toISOString().slice(11, 16));
const tens = (hour: string): string[] => ["00", "10", "20", "30", "40", "50"].map((minute) => `${hour}:${minute}`);

describe("if Berlin's clocks are set forward from 02:00 to 03:00, at 01:00 UTC", () => {
  const night = Date.UTC(2025, 2, 30);
  test.each<[string, string[]]>([
    ["30 2 * * *", ["01:00"]],
    ["0 30 2 * * *", ["01:00"]],
    ["30 2,14 * * *", ["01:00"]],
    ["0,30 2 * * *", ["01:00"]],
    ["*/10 2 * * *", ["01:00"]],
    ["* * 2 * * *", ["01:00"]],
    ["0 1-3 * * *", ["00:00", "01:00"]],
    ["30 1-3 * * *", ["00:30", "01:00", "01:30"]],
    ["0 */2 * * *", ["01:00", "02:00"]],
    ["30 2 * * 0", ["01:00"]],
    ["2025-03-30T02:30:00", ["01:00"]],
    ["2025-03-30T02:30:00Z", ["02:30"]],
    ["2025-03-30T02:30:00+01:00", ["01:30"]],
    ["30 * * * *", ["00:30", "01:30", "02:30", "03:30"]],
    ["30 0-23 * * *", ["00:30", "01:30", "02:30", "03:30"]],
    ["@hourly", ["00:00", "01:00", "02:00", "03:00"]],
    ["30 9 * * *", []],
  ])("%s runs at %j UTC", (pattern, expected) => {
    expect(times(runs(pattern, "Europe/Berlin", night, night + 4 * HOUR))).toEqual(expected);
  });
});

describe("if Berlin's clocks are set back from 03:00 to 02:00, at 01:00 UTC", () => {
  const night = Date.UTC(2025, 9, 26);
  test.each<[string, string[]]>([
    ["30 2 * * *", ["00:30"]],
    ["30 2,14 * * *", ["00:30"]],
    ["0,30 2 * * *", ["00:00", "00:30"]],
    ["*/10 2 * * *", tens("00")],
    ["0 1-3 * * *", ["00:00", "02:00"]],
    ["0 */2 * * *", ["00:00", "03:00"]],
    ["2025-10-26T02:30:00", ["00:30"]],
    ["30 * * * *", ["00:30", "01:30", "02:30", "03:30"]],
    ["*/10 * * * *", [...tens("00"), ...tens("01"), ...tens("02"), ...tens("03")]],
  ])("%s runs at %j UTC", (pattern, expected) => {
    expect(times(runs(pattern, "Europe/Berlin", night, night + 4 * HOUR))).toEqual(expected);
  });

  test("an instant in the second pass is followed by a run after it, not by one of the second pass", () => {
    const next = nextRunIn("*/10 2-3 * * *", "Europe/Berlin");
    for (let at = night + HOUR; at < night + 2 * HOUR; at += 5 * MINUTE) expect(next(at)).toBe(night + 2 * HOUR);
  });
});

test("a run on a day that a zone skips runs once, at the change", () => {
  const from = Date.UTC(2011, 11, 29);
  const found = runs("30 9 * * *", "Pacific/Apia", from, from + 2 * DAY);
  expect(found.map((at) => new Date(at).toISOString().slice(8, 16))).toEqual(["29T19:30", "30T10:00", "30T19:30"]);
});

test("a date that is over, and a zone that does not exist", () => {
  expect(nextRunIn("2025-03-30T02:30:00", "Europe/Berlin")(Date.UTC(2025, 2, 30, 1))).toBeNull();
  expect(() => nextRunIn("0 9 * * *", "Mars/Olympus")).toThrow('"Mars/Olympus" is not a time zone');
});

/**
 * Zones, each with days before its clocks change both ways (by 30 minutes, at midnight, back into the day before), before
 * a leap day and the end of a year.
 */
const CHANGES: readonly (readonly [zone: string, days: readonly number[]])[] = [
  ["Europe/Berlin", [Date.UTC(2025, 2, 29), Date.UTC(2025, 9, 25)]],
  ["America/New_York", [Date.UTC(2025, 2, 8), Date.UTC(2025, 10, 1)]],
  ["America/St_Johns", [Date.UTC(2025, 2, 8), Date.UTC(2025, 10, 1)]],
  ["America/Havana", [Date.UTC(2025, 2, 8), Date.UTC(2025, 10, 1)]],
  ["America/Santiago", [Date.UTC(2025, 3, 5), Date.UTC(2025, 8, 6)]],
  ["Australia/Lord_Howe", [Date.UTC(2025, 3, 5), Date.UTC(2025, 9, 4), Date.UTC(2025, 11, 31)]],
  ["Africa/Casablanca", [Date.UTC(2025, 1, 22), Date.UTC(2025, 3, 5)]],
  ["Asia/Kathmandu", [Date.UTC(2024, 1, 28), Date.UTC(2024, 11, 31)]],
];
const NIGHTS = CHANGES.flatMap(([zone, days]) =>
  days.map((day) => ({ zone, from: day + DAY / 2, date: new Date(day).toISOString().slice(0, 10) })),
);

interface Shown {
  readonly at: number;
  /** What the clocks show then, as if it were UTC. */
  readonly local: number;
}

/** What Intl says that a zone's clocks show, minute by minute. */
function minutesOf(zone: string, from: number): Shown[] {
  const numeric = "numeric";
  const fields = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric } as const;
  const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, hourCycle: "h23", ...fields });
  return Array.from({ length: DAY / MINUTE }, (_, index) => {
    const at = from + index * MINUTE;
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
    const local = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"));
    return { at, local };
  });
}

/** A pattern, and whether it names a time that clocks show. */
interface Matched {
  readonly pattern: string;
  readonly isHourly: boolean;
  readonly matches: (local: number) => boolean;
}

const subset = (of: readonly number[]): fc.Arbitrary<number[]> => fc.subarray([...of], { minLength: 1 });
const pattern: fc.Arbitrary<Matched> = fc
  .record({
    minutes: subset([0, 1, 15, 29, 30, 31, 45, 59]),
    hours: fc.oneof(subset([0, 1, 2, 3, 4, 12, 22, 23]), fc.constant(null)),
    weekdays: fc.oneof(subset([0, 1, 6]), fc.constant(null)),
  })
  .map(({ minutes, hours, weekdays }) => {
    const text = (values: readonly number[] | null): string => values?.join(",") ?? "*";
    return {
      pattern: `${minutes.join(",")} ${text(hours)} * * ${text(weekdays)}`,
      isHourly: hours === null,
      matches: (local) => {
        const time = new Date(local);
        return (
          minutes.includes(time.getUTCMinutes()) &&
          (hours?.includes(time.getUTCHours()) ?? true) &&
          (weekdays?.includes(time.getUTCDay()) ?? true)
        );
      },
    };
  });

/** The runs by the rule alone: a minute runs for every time that clocks have passed for the first time. */
function expectedRuns(minutes: readonly Shown[], { isHourly, matches }: Matched): number[] {
  let passed = (minutes[0]?.local ?? 0) - MINUTE;
  const found: number[] = [];
  for (const { at, local } of minutes) {
    let runsNow = isHourly && matches(local);
    for (let time = passed + MINUTE; time <= local && !isHourly; time += MINUTE) runsNow ||= matches(time);
    passed = Math.max(passed, local);
    if (runsNow) found.push(at);
  }
  return found;
}

test.each(NIGHTS)("in $zone on $date the runs equal those of an enumeration with Intl", ({ zone, from }) => {
  const minutes = minutesOf(zone, from);
  fc.assert(
    fc.property(pattern, (one) => {
      expect(runs(one.pattern, zone, from, from + DAY)).toEqual(expectedRuns(minutes, one));
    }),
    { numRuns: 10 },
  );
});
