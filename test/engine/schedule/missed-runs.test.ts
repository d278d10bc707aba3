import { expect, test } from "vitest";
import { MissedRuns } from "../../../src/engine/schedule/missed-runs.js";

const MINUTE = 60_000;
const DAY = 86_400_000;

test("the first missed run is told of at once, the next ones together and ever more rarely", () => {
  const missed = new MissedRuns();
  const told: [minute: number, count: number, since: number][] = [];
  for (let minute = 0; minute < 300; minute++) {
    const more = missed.add(1, minute * MINUTE, minute * MINUTE);
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

test("nothing missed is nothing told", () => {
  expect(new MissedRuns().add(0, 0, 0)).toBeNull();
  expect(new MissedRuns().rest()).toBeNull();
});

test("after a quiet day it is news again", () => {
  const missed = new MissedRuns();
  missed.add(1, 0, 0);
  expect(missed.add(3, DAY, 3 * DAY)).toEqual({ runs: 3, since: DAY });
  const later = 3 * DAY + 10 * MINUTE;
  expect(missed.add(1, later, later)).toEqual({ runs: 1, since: later });
});

test("what is told of at the end is since the first run that nobody was told of", () => {
  const missed = new MissedRuns();
  for (const minute of [0, 1, 2]) missed.add(1, minute * MINUTE, minute * MINUTE);
  expect(missed.rest()).toEqual({ runs: 2, since: MINUTE });
});
