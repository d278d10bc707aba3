import fc from "fast-check";
import { expect, test } from "vitest";
import type { Clock } from "../../../src/core/time/clock.js";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import type { Scheduled } from "../../../src/engine/loop/tick-schedule.js";
import { scheduleOn, type Heard } from "./scheduling.js";
import { cadencesOf, periodicCadence, type Cadence } from "../../../src/strategy/bind/schedule.js";

const START = Date.UTC(2025, 0, 1);
const SECOND = 1_000;

interface Named extends Scheduled {
  readonly name: string;
}
const task = (name: string, pattern: string | Record<string, string>, zone?: string): Named => ({
  name,
  cadences: cadencesOf(pattern, zone).cadences,
});

/** A scheduler that writes down what it tells. */
function scheduling(clock: Clock) {
  const told: string[] = [];
  const onDue: Heard<Named>["onDue"] = (instant, due) => {
    for (const {
      task: { name },
      names,
      missed,
      missedSince,
    } of due)
      told.push(
        `${(instant - START) / SECOND} ${name} ${names.join("+")}${missed > 0 ? ` missed ${missed} since ${(missedSince - START) / SECOND}` : ""}`,
      );
  };
  const onSetBack: NonNullable<Heard<Named>["onSetBack"]> = (by, until) =>
    told.push(`set back by ${by / SECOND} until ${(until - START) / SECOND}`);
  const scheduler = scheduleOn<Named>(clock, { onDue, onSetBack });
  return { scheduler, told };
}

/** A machine that can sleep: its timers fire when it wakes, and the time has gone on. */
class Sleeper implements Clock {
  readonly #inner = new SimulatedClock(START);
  #slept = 0;
  now(): number {
    return this.#inner.now() + this.#slept;
  }
  at(at: number, run: () => void): () => void {
    return this.#inner.at(at - this.#slept, run);
  }
  run(ms: number): void {
    this.#inner.runUntil(this.#inner.now() + ms);
  }
  sleep(ms: number): void {
    this.#slept += ms;
  }
}

test("tasks due at one instant are run together, in the order in which they were given", () => {
  const clock = new SimulatedClock(START);
  const { scheduler, told } = scheduling(clock);
  scheduler.add(task("z", "*/10 * * * * *"), task("a", "*/5 * * * * *"));
  clock.runUntil(START + 10 * SECOND);
  expect(told).toEqual(["5 a main", "10 z main", "10 a main"]);
});

test("the schedules of one task that coincide are one run", () => {
  const clock = new SimulatedClock(START);
  const { scheduler, told } = scheduling(clock);
  scheduler.add(task("a", { slow: "*/10 * * * * *", fast: "*/5 * * * * *" }));
  clock.runUntil(START + 10 * SECOND);
  expect(told).toEqual(["5 a fast", "10 a slow+fast"]);
});

test("after a sleep each task runs once, at its latest instant, and knows how many it missed, and since when", () => {
  const clock = new Sleeper();
  const { scheduler, told } = scheduling(clock);
  scheduler.add(
    task("often", "*/5 * * * * *"),
    task("rare", "*/20 * * * * *"),
    task("zoned", "*/5 * * * * *", "Europe/Berlin"),
  );
  clock.run(5 * SECOND);
  clock.sleep(42 * SECOND);
  clock.run(5 * SECOND);
  expect(told).toEqual([
    "5 often main",
    "5 zoned main",
    "40 rare main missed 1 since 20",
    "50 often main missed 8 since 10",
    "50 zoned main missed 8 since 10",
  ]);
});

test("counting missed runs ends somewhere, and the next run is still right", () => {
  const clock = new Sleeper();
  const { scheduler, told } = scheduling(clock);
  scheduler.add(task("a", "* * * * * *", "Europe/Berlin"));
  clock.sleep(3 * 86_400 * SECOND);
  clock.run(SECOND);
  clock.run(SECOND);
  expect(told).toHaveLength(2);
  expect(told[0]).toMatch(/ missed 1000 since 1$/);
  expect(told[1]).toBe(`${3 * 86_400 + 2} a main`);
});

test("a cadence that ends fires no more, and a stopped schedule fires nothing", () => {
  const clock = new SimulatedClock(START);
  const { scheduler, told } = scheduling(clock);
  const once: Cadence = {
    name: "once",
    period: null,
    next: (at) => (at < START + SECOND ? START + SECOND : null),
  };
  const ending = { name: "ending", cadences: [once] };
  scheduler.add(ending, task("a", "*/2 * * * * *"));
  expect(scheduler.nextRun(ending)).toBe(START + SECOND);
  clock.runUntil(START + 2 * SECOND);
  expect(scheduler.nextRun(ending)).toBeNull();
  scheduler.stop();
  clock.runUntil(START + 10 * SECOND);
  expect(told).toEqual(["1 ending once", "2 a main"]);
});

test("each task fires at its own instants, with all its schedules that fired, whatever the cadences", () => {
  const every = fc.constantFrom(1, 2, 3, 5, 7, 10, 15);
  const given = fc.record({ a: every, b: fc.option(every), from: fc.constantFrom(0, 0, 0, 7, 20) });
  fc.assert(
    fc.property(fc.array(given, { minLength: 1, maxLength: 4 }), (all) => {
      const clock = new SimulatedClock(START);
      const { scheduler, told } = scheduling(clock);
      const expected: string[] = [];
      const added: ((typeof all)[number] & { readonly name: string })[] = [];
      for (let second = 0; second <= 70; second++) {
        clock.runUntil(START + second * SECOND);
        for (const { name, a, b } of added) {
          const names = Object.entries({ a, b }).flatMap(([cadence, n]) =>
            n !== null && (second % 60) % n === 0 ? [cadence] : [],
          );
          if (names.length > 0) expected.push(`${second} ${name} ${names.join("+")}`);
        }
        const now = all.flatMap((one, i) => (one.from === second ? [{ ...one, name: `t${i}` }] : []));
        if (now.length === 0) continue;
        added.push(...now);
        const cron = (n: number): string => `*/${n} * * * * *`;
        scheduler.add(
          ...now.map(({ name, a, b }) => task(name, b === null ? { a: cron(a) } : { a: cron(a), b: cron(b) })),
        );
      }
      expect(told).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});

test("tasks of one period that are not due together each fire at their own instants", () => {
  const clock = new SimulatedClock(START);
  const { scheduler, told } = scheduling(clock);
  const shifted = (name: string, offset: number): Named => ({
    ...{ name, cadences: [periodicCadence("main", 10 * SECOND, offset * SECOND)] },
  });
  scheduler.add(shifted("a", 0), shifted("b", 4));
  clock.runUntil(START + 25 * SECOND);
  expect(told).toEqual(["4 b main", "10 a main", "14 b main", "20 a main", "24 b main"]);
});

test("a task of two schedules runs once after a sleep, at the latest instant of either, and missed the rest", () => {
  const clock = new Sleeper();
  const { scheduler, told } = scheduling(clock);
  scheduler.add(
    task("a", { slow: "*/10 * * * * *", fast: "*/5 * * * * *" }),
    task("b", { fast: "*/5 * * * * *", slow: "*/10 * * * * *" }),
  );
  clock.sleep(42 * SECOND);
  clock.run(5 * SECOND);
  expect(told).toEqual(["45 a slow+fast missed 11 since 5", "45 b fast+slow missed 11 since 5"]);
});

test("a schedule that is stopped while it fires, or changed afterwards, fires nothing more", () => {
  const clock = new SimulatedClock(START);
  const told: number[] = [];
  const onDue: Heard<Named>["onDue"] = (instant) => {
    told.push((instant - START) / SECOND);
    if (told.length === 3) scheduler.stop();
  };
  const scheduler = scheduleOn<Named>(clock, { onDue });
  scheduler.add(task("a", "*/5 * * * * *"));
  clock.runUntil(START + 30 * SECOND);
  scheduler.add(task("b", "*/2 * * * * *"));
  clock.runUntil(START + 60 * SECOND);
  expect(told).toEqual([5, 10, 15]);
});

test("a schedule that is stopped by the first task after a sleep fires none of the others", () => {
  const clock = new Sleeper();
  const told: string[] = [];
  const onDue: Heard<Named>["onDue"] = (_instant, due) => {
    told.push(...due.map(({ task: { name } }) => name));
    scheduler.stop();
  };
  const scheduler = scheduleOn<Named>(clock, { onDue });
  scheduler.add(task("rare", "*/20 * * * * *"), task("often", "*/5 * * * * *"));
  clock.sleep(42 * SECOND);
  clock.run(5 * SECOND);
  expect(told).toEqual(["rare"]);
});

test("no task fires if a clock fires before anything is due", () => {
  const inner = new SimulatedClock(START);
  let early = SECOND;
  const at: Clock["at"] = (when, run) => {
    const cancel = inner.at(when - early, run);
    early = 0;
    return cancel;
  };
  let called = 0;
  const onDue: Heard<Named>["onDue"] = (_instant, due) => {
    called++;
    expect(due).toHaveLength(1);
  };
  const scheduler = scheduleOn<Named>({ now: () => inner.now(), at }, { onDue });
  scheduler.add(task("a", "*/5 * * * * *"));
  inner.runUntil(START + 10 * SECOND);
  expect(called).toBe(2);
});

test("tasks that share a step fire as if each went by itself, even if one comes later or the machine sleeps", () => {
  const clock = new Sleeper();
  const { scheduler, told } = scheduling(clock);
  const [a, b] = [task("a", "*/5 * * * * *"), task("b", "*/5 * * * * *")];
  scheduler.add(a, b);
  clock.run(12 * SECOND);
  expect([a, b, task("c", "* * * * * *")].map((one) => scheduler.nextRun(one))).toEqual([
    ...[START + 15 * SECOND, START + 15 * SECOND],
    null,
  ]);
  const c = task("c", "*/2 * * * * *");
  scheduler.add(c);
  expect(scheduler.nextRun(c)).toBe(START + 14 * SECOND);
  clock.run(3 * SECOND);
  expect(told).toEqual(["5 a main", "5 b main", "10 a main", "10 b main", "14 c main", "15 a main", "15 b main"]);
  told.length = 0;
  clock.sleep(6.5 * SECOND);
  clock.run(1.1 * SECOND);
  expect(told).toEqual(["20 a main", "20 b main", "22 c main missed 3 since 16"]);
});

test("after a sleep tasks that shared a step know what they missed, and continue", () => {
  const clock = new Sleeper();
  const { scheduler, told } = scheduling(clock);
  scheduler.add(task("a", "*/5 * * * * *"), task("b", "*/5 * * * * *"));
  clock.run(11 * SECOND);
  told.length = 0;
  clock.sleep(12 * SECOND);
  clock.run(8 * SECOND);
  expect(told).toEqual(["25 a main missed 2 since 15", "25 b main missed 2 since 15", "30 a main", "30 b main"]);
});

test("a clock that is set back is reported once a step, and nothing is due before it shows its old time again", () => {
  const clock = new Sleeper();
  const { scheduler, told } = scheduling(clock);
  scheduler.add(task("a", "*/5 * * * * *"), task("b", "*/5 * * * * *"));
  clock.run(12 * SECOND);
  told.length = 0;
  clock.sleep(-600 * SECOND);
  clock.run(60 * SECOND);
  expect(told).toEqual(["set back by 600 until 15"]);
  clock.sleep(-60 * SECOND);
  clock.run(600 * SECOND);
  expect(told).toEqual(["set back by 600 until 15", "set back by 60 until 15"]);
  told.length = 0;
  clock.run(2 * SECOND);
  expect(told).toEqual([]);
  clock.run(10 * SECOND);
  expect(told).toEqual(["15 a main", "15 b main", "20 a main", "20 b main"]);
});

test("a timer that fires a little early, as clocks correct themselves, fires no task", () => {
  const clock = new Sleeper();
  const { scheduler, told } = scheduling(clock);
  scheduler.add(task("a", "*/5 * * * * *"));
  clock.sleep(-SECOND);
  clock.run(6 * SECOND);
  expect(told).toEqual(["5 a main"]);
});
