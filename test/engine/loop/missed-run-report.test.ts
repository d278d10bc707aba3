import { expect, test } from "vitest";
import { MissedRuns } from "../../../src/engine/loop/missed-run-report.js";

const MINUTE = 60_000;
const DAY = 86_400_000;

test("the first missed run is reported at once, the next ones together and less and less often", () => {
  const missed = new MissedRuns();
  const told: [minute: number, count: number, since: number][] = [];
  for (let minute = 0; minute < 300; minute++) {
    const more = missed.add(1, minute * MINUTE, minute * MINUTE, false);
    if (more !== null) told.push([minute, more.runs, more.since / MINUTE]);
  }
  expect(told).toEqual([
    [0, 1, 0],
    [10, 10, 1],
    [30, 20, 11],
    [70, 40, 31],
    [150, 80, 71],
  ]);
});

test("without a missed run nothing is reported", () => {
  expect(new MissedRuns().add(0, 0, 0, true)).toBeNull();
  expect(new MissedRuns().rest()).toBeNull();
});

test("after a quiet day a missed run is reported at once again", () => {
  const missed = new MissedRuns();
  missed.add(1, 0, 0, false);
  expect(missed.add(3, DAY, 3 * DAY, false)).toEqual({ runs: 3, since: DAY, busy: false });
  const later = 3 * DAY + 10 * MINUTE;
  expect(missed.add(1, later, later, false)).toEqual({ runs: 1, since: later, busy: false });
});

test("the report at the end covers the time since the first unreported run", () => {
  const missed = new MissedRuns();
  for (const minute of [0, 1, 2]) missed.add(1, minute * MINUTE, minute * MINUTE, false);
  expect(missed.rest()).toEqual({ runs: 2, since: MINUTE, busy: false });
});

test("that the strategy was still deciding is kept until the missed runs are reported", () => {
  const missed = new MissedRuns();
  missed.add(1, 0, 0, true);
  for (const minute of [1, 2]) missed.add(1, minute * MINUTE, minute * MINUTE, true);
  expect(missed.add(0, Infinity, 20 * MINUTE, false)).toEqual({ runs: 2, since: MINUTE, busy: true });
  expect(missed.add(1, 60 * MINUTE, 60 * MINUTE, false)).toEqual({ runs: 1, since: 60 * MINUTE, busy: false });
});
