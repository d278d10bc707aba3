import { Cron } from "croner";
import fc from "fast-check";
import { expect, test } from "vitest";
import { cadencesOf, fixedPeriod } from "../../../src/strategy/bind/schedule.js";

const FIXED = [
  "* * * * * *",
  "*/15 * * * * *",
  "*/7 * * * * *",
  "5 * * * * *",
  "* * * * *",
  "*/5 * * * *",
  "30 */10 * * * *",
  "0 * * * *",
  "17 * * * *",
  "0 */4 * * *",
  "20 30 */6 * * *",
  "0 9 * * *",
  "59 59 23 * * *",
];
const instants = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2030, 0, 1) });

test("fixed periods, computed by arithmetic, equal croner's", () => {
  for (const pattern of FIXED) {
    const [cadence] = cadencesOf(pattern).cadences;
    const cron = new Cron(pattern, { timezone: "UTC", paused: true });
    fc.assert(
      fc.property(instants, (at) => {
        expect(cadence?.next(at)).toBe(cron.nextRun(new Date(at))?.getTime());
      }),
      { numRuns: 40 },
    );
  }
});

test.each([
  "*/7 * * * * *",
  "*/25 * * * *",
  "0 9 * * 1-5",
  "0 0 1 * *",
  "0,30 * * * *",
  "10-20 * * * *",
  "*/15 5 * * * *",
  "61 * * * *",
  "@daily",
])("%s is not treated as a fixed period", (pattern) => {
  expect(fixedPeriod(pattern)).toBeNull();
});

test("calendar patterns and time zones use croner, over a change to summer time too", () => {
  const [cadence] = cadencesOf("30 9 * * *", "Europe/Berlin").cadences;
  const winter = Date.UTC(2025, 2, 29, 8, 30);
  expect(cadence?.period).toBeNull();
  expect(cadence?.next(winter - 1)).toBe(winter);
  expect(cadence?.next(winter)).toBe(Date.UTC(2025, 2, 30, 7, 30));
});

test("an instant is not its own next run", () => {
  const [cadence] = cadencesOf("0 * * * *").cadences;
  const hour = Date.UTC(2025, 0, 1, 5);
  expect(cadence?.next(hour)).toBe(hour + 3_600_000);
  expect(cadence?.next(hour - 1)).toBe(hour);
});

test("several schedules keep their names; one is called main", () => {
  expect(cadencesOf("* * * * *").cadences.map(({ name }) => name)).toEqual(["main"]);
  expect(cadencesOf({ slow: "0 * * * *", fast: "* * * * * *" }).cadences.map(({ name }) => name)).toEqual([
    "slow",
    "fast",
  ]);
});

test.each([
  ["every day", "UTC", /main/],
  ["61 * * * *", "UTC", /main/],
  ["", "UTC", /main/],
  ["0 * * * *", "Mars/Olympus", /main/],
])("%j in %s is reported as a problem", (pattern, zone, name) => {
  const { problems } = cadencesOf(pattern, zone);
  expect(problems).toHaveLength(1);
  expect(problems[0]?.name).toMatch(name);
  expect(problems[0]?.message).not.toBe("");
});

test("a schedule without any time is a problem", () => {
  expect(cadencesOf({}).problems).toHaveLength(1);
});
