import { expect, test } from "vitest";
import { MissedRuns } from "../../src/engine/missed-runs.js";

const MINUTE = 60_000;
const DAY = 86_400_000;

test("the first missed run is told of at once, the next ones together and ever more rarely", () => {
  const missed = new MissedRuns();
  const told: [minute: number, count: number][] = [];
  for (let minute = 0; minute < 300; minute++) {
    const count = missed.add(1, minute * MINUTE);
    if (count > 0) told.push([minute, count]);
  }
  expect(told).toEqual([
    [0, 1],
    [10, 10],
    [30, 20],
    [70, 40],
    [150, 80],
  ]);
});

test("nothing missed is nothing told", () => {
  expect(new MissedRuns().add(0, 0)).toBe(0);
});

test("after a quiet day it is news again", () => {
  const missed = new MissedRuns();
  missed.add(1, 0);
  expect(missed.add(3, 3 * DAY)).toBe(3);
  expect(missed.add(1, 3 * DAY + 10 * MINUTE)).toBe(1);
});
