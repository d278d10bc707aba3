import { expect, test } from "vitest";
import type { Clock } from "../../../src/core/time/clock.js";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import { Scheduler, type Task } from "../../../src/engine/schedule/scheduler.js";
import { periodicCadence } from "../../../src/strategy/bind/schedule.js";

const START = Date.UTC(2025, 0, 1);
const SECOND = 1_000;

/** A task every second, whose taker goes on by itself where it may; every instant that it was at. */
function inRows(clock: Clock, mayGoOn: (instant: number) => boolean) {
  const at: number[] = [];
  let told = 0;
  const task: Task = { cadences: [periodicCadence("every", SECOND)] };
  const scheduler: Scheduler<Task> = new Scheduler<Task>(clock, {
    onDue(instant) {
      told++;
      expect(clock.now()).toBe(instant);
      do at.push((clock.now() - START) / SECOND);
      while (mayGoOn(clock.now()) && scheduler.takeNextStep());
      return true;
    },
    onSetBack: () => undefined,
  });
  scheduler.add(task);
  return { scheduler, at, told: () => told };
}

const seconds = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

test("a taker that goes on by itself is at every instant once, told of or not", () => {
  const clock = new SimulatedClock(START);
  const { at, told } = inRows(clock, () => true);
  while (at.length < 100) clock.step(15);
  expect(at).toEqual(seconds(at.length));
  expect(told()).toBeLessThan(at.length / 10);
});

test("a row ends where something else happens first, and goes on after it", () => {
  const clock = new SimulatedClock(START);
  const { at } = inRows(clock, () => true);
  let seen = Number.NaN;
  clock.at(START + 40.5 * SECOND, () => (seen = at.length));
  while (at.length < 60) clock.step(127);
  expect(seen).toBe(40);
  expect(at).toEqual(seconds(at.length));
});

test("a row is no longer than who moves the clock lets it be", () => {
  const clock = new SimulatedClock(START);
  const { at } = inRows(clock, () => true);
  clock.step(0);
  clock.step(0);
  clock.step(7);
  expect(at).toEqual(seconds(10));
});

test("a scheduler that was stopped in a row goes no further", () => {
  const clock = new SimulatedClock(START);
  const row = inRows(clock, (instant) => {
    if (instant === START + 5 * SECOND) row.scheduler.stop();
    return true;
  });
  while (clock.step(15));
  expect(row.at).toEqual(seconds(5));
});

test("on a clock without such timers there are no rows", () => {
  const inner = new SimulatedClock(START);
  const plain: Clock = { now: () => inner.now(), at: (at, run) => inner.at(at, run) };
  const { at, told } = inRows(plain, () => true);
  inner.runUntil(START + 30 * SECOND);
  expect(at).toEqual(seconds(30));
  expect(told()).toBe(30);
});
