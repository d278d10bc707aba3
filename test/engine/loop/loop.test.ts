import fc from "fast-check";
import { expect, test } from "vitest";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import { Loop, type Task } from "../../../src/engine/loop/loop.js";
import { Once } from "../../../src/engine/loop/once.js";
import { Periodic } from "../../../src/engine/loop/periodic.js";

/** A task that is due at given times, one after the other, and writes down when it ran. */
function listed(name: string, times: readonly number[], ran: string[]): Task {
  const rest = [...times];
  return {
    get due() {
      return rest[0] ?? Infinity;
    },
    run(now) {
      while ((rest[0] ?? Infinity) <= now) rest.shift();
      ran.push(`${now} ${name}`);
    },
  };
}

test("a driver that asks for each instant and runs it does what the loop does by itself on the clock", () => {
  const times = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 6 }).map((all) => all.sort((a, b) => a - b));
  fc.assert(
    fc.property(fc.array(times, { minLength: 1, maxLength: 4 }), (tasks) => {
      const byItself: string[] = [];
      const clock = new SimulatedClock(0);
      const waiting = new Loop(clock);
      waiting.waitOnClock();
      tasks.forEach((one, i) => waiting.add(listed(`${i}`, one, byItself)));
      clock.runUntil(50);
      const driven: string[] = [];
      const moved = new SimulatedClock(0);
      const loop = new Loop(moved);
      tasks.forEach((one, i) => loop.add(listed(`${i}`, one, driven)));
      for (let at = loop.next(); at < Infinity; at = loop.next()) {
        moved.moveTo(at);
        loop.run();
      }
      expect(driven).toEqual(byItself);
      expect(moved.next()).toBeNull();
    }),
  );
});

test("tasks of one instant run in the order in which they were added, those that come last after the others", () => {
  const ran: string[] = [];
  const loop = new Loop(new SimulatedClock(5));
  loop.add(listed("last", [5], ran), true);
  loop.add(listed("first", [5], ran));
  loop.add(listed("second", [5], ran));
  expect(loop.next()).toBe(5);
  loop.run();
  expect(ran).toEqual(["5 first", "5 second", "5 last"]);
});

test("a loop that is stopped has no next instant and runs nothing, not even the rest of an instant", () => {
  const ran: string[] = [];
  const clock = new SimulatedClock(0);
  const loop = new Loop(clock);
  loop.waitOnClock();
  loop.add({ due: 3, run: () => loop.stop() });
  loop.add(listed("after", [3, 6], ran));
  clock.runUntil(10);
  expect([loop.next(), ran]).toEqual([Infinity, []]);
});

test("a periodic task runs at multiples of its period, never twice at once, and when it is asked to", async () => {
  const clock = new SimulatedClock(95);
  const loop = new Loop(clock);
  loop.waitOnClock();
  const began: number[] = [];
  let end = (): void => {};
  const task = new Periodic(loop, clock, 10, () => {
    began.push(clock.now());
    return new Promise((resolve) => (end = resolve));
  });
  clock.runUntil(135);
  expect(began).toEqual([100]);
  task.runNow();
  task.runAfter();
  end();
  await Promise.resolve();
  await Promise.resolve();
  expect(began).toEqual([100, 135]);
  end();
  await Promise.resolve();
  await Promise.resolve();
  clock.runUntil(140);
  expect(began).toEqual([100, 135, 140]);
  task.stop();
  end();
  await Promise.resolve();
  task.runNow();
  clock.runUntil(200);
  expect(began).toEqual([100, 135, 140]);
});

test("after the clock was set back a periodic task goes by the new time", () => {
  const inner = new SimulatedClock(1_000_000);
  let back = 0;
  const clock = {
    now: () => inner.now() - back,
    at: (at: number, run: () => void) => inner.at(at + back, run),
  };
  const loop = new Loop(clock);
  loop.waitOnClock();
  const began: number[] = [];
  new Periodic(loop, clock, 10_000, () => void began.push(clock.now()));
  inner.runUntil(1_010_000);
  back = 500_000;
  inner.runUntil(1_040_000);
  expect(began).toEqual([1_010_000, 530_000, 540_000]);
});

test("a task of one moment runs as long after a clock was set back as it would have without that", () => {
  const inner = new SimulatedClock(1_000_000);
  let back = 0;
  const clock = {
    now: () => inner.now() - back,
    at: (at: number, run: () => void) => inner.at(at + back, run),
  };
  const loop = new Loop(clock);
  const ran: number[] = [];
  const [soon, later, never] = [1, 2, 3].map((i) => new Once(() => ran.push(i, inner.now()))) as [Once, Once, Once];
  for (const task of [soon, later, never]) loop.add(task);
  soon.due = 1_010_000;
  later.due = 1_030_000;
  loop.waitOnClock();
  inner.runUntil(1_005_000);
  back = 500_000;
  inner.runUntil(1_500_000);
  expect(ran).toEqual([1, 1_010_000, 2, 1_030_000]);
  expect(never.due).toBe(Infinity);
});
