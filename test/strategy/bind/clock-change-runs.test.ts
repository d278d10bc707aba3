import { describe, expect, test } from "vitest";
import { clockChangeRuns } from "../../../src/strategy/bind/clock-change-runs.js";
import { cadencesOf, namedSchedule } from "../../../src/strategy/bind/schedule.js";

const ZONE = "Europe/Berlin";
/** The night in which clocks are set forward from 02:00 to 03:00, at 01:00 UTC, and that in which they are set back at 01:00 UTC. */
const SPRING = Date.UTC(2025, 2, 30);
const AUTUMN = Date.UTC(2025, 9, 26);
const DAY = 86_400_000;

/** The runs in the first four hours UTC of a day, as UTC shows them. */
function runs(pattern: string, day: number): string[] {
  const [cadence] = cadencesOf(pattern, ZONE).cadences;
  const found: string[] = [];
  let at = cadence?.next(day - 1) ?? null;
  while (at !== null && at < day + 4 * 3_600_000) {
    found.push(new Date(at).toISOString().slice(11, 16));
    at = cadence?.next(at) ?? null;
  }
  return found;
}
const said = (pattern: string, day: number) => clockChangeRuns(namedSchedule(pattern, ZONE), day, day + DAY);
const tens = ["00", "10", "20", "30", "40", "50"];

describe("if a zone sets its clocks forward", () => {
  test.each<[string, string[], string[]]>([
    ["30 2 * * *", ["01:00"], []],
    ["0 30 2 * * *", ["01:00"], []],
    ["30 2,14 * * *", [], ["02:30"]],
    ["0,30 2 * * *", [], ["02:00", "02:30"]],
    ["*/10 2 * * *", [], tens.map((minute) => `02:${minute}`)],
    ["0 1-3 * * *", ["00:00", "01:00"], ["02:00"]],
    ["0 */2 * * *", ["02:00"], ["02:00"]],
    ["30 * * * *", ["00:30", "01:30", "02:30", "03:30"], []],
    ["30 9 * * *", [], []],
  ])("%s runs at %j UTC, and its lost runs are named: %j", (pattern, utc, lost) => {
    expect(runs(pattern, SPRING)).toEqual(utc);
    const [sentence, ...others] = said(pattern, SPRING);
    expect(others).toEqual([]);
    if (lost.length === 0) expect(sentence).toBeUndefined();
    else {
      expect(sentence).toMatch(
        /^".*" does not run at 02:.* on 2025-03-30, when clocks in Europe\/Berlin are set forward$/,
      );
      for (const time of lost.slice(0, 3)) expect(sentence).toContain(time);
    }
  });
});

describe("if a zone sets its clocks back", () => {
  test.each<[string, string[], string[]]>([
    ["30 2 * * *", ["00:30"], []],
    ["0 30 2 * * *", ["00:30"], []],
    ["30 2,14 * * *", ["00:30", "01:30"], ["02:30"]],
    ["0,30 2 * * *", ["00:00", "00:30", "01:00", "01:30"], ["02:00", "02:30"]],
    [
      "*/10 2 * * *",
      [...tens.map((minute) => `00:${minute}`), ...tens.map((minute) => `01:${minute}`)],
      ["02:00", "02:10"],
    ],
    ["0 */2 * * *", ["00:00", "01:00", "03:00"], ["02:00"]],
    ["30 * * * *", ["00:30", "01:30", "02:30", "03:30"], []],
  ])("%s runs at %j UTC, and its doubled runs are named: %j", (pattern, utc, doubled) => {
    expect(runs(pattern, AUTUMN)).toEqual(utc);
    const [sentence] = said(pattern, AUTUMN);
    if (doubled.length === 0) expect(sentence).toBeUndefined();
    else {
      expect(sentence).toMatch(/^".*" runs twice at 02:.* on 2025-10-26, when clocks in Europe\/Berlin are set back$/);
      for (const time of doubled) expect(sentence).toContain(time);
    }
  });
});

test("a named schedule gives its pattern for each change in the range", () => {
  const schedule = namedSchedule({ main: "30 2,14 * * *", guard: "0,30 2 * * *" }, ZONE);
  const year = clockChangeRuns(schedule, Date.UTC(2025, 0), Date.UTC(2026, 0));
  expect(year.map((one) => one.slice(0, 40))).toEqual([
    '"30 2,14 * * *" does not run at 02:30 on',
    '"0,30 2 * * *" (guard) does not run at 0',
    '"30 2,14 * * *" runs twice at 02:30 on 2',
    '"0,30 2 * * *" (guard) runs twice at 02:',
  ]);
});

test("nothing is reported for UTC, a zone without summer time, and a range without a change", () => {
  const year = [Date.UTC(2025, 0), Date.UTC(2026, 0)] as const;
  expect(clockChangeRuns(namedSchedule("0,30 2 * * *"), ...year)).toEqual([]);
  expect(clockChangeRuns(namedSchedule("0,30 2 * * *", "Asia/Tokyo"), ...year)).toEqual([]);
  expect(said("0,30 2 * * *", SPRING + DAY)).toEqual([]);
  expect(said("0,30 2 * * *", AUTUMN - DAY)).toEqual([]);
});
