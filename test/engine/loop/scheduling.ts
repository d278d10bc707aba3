import type { Clock } from "../../../src/core/time/clock.js";
import { Loop } from "../../../src/engine/loop/loop.js";
import { TickSchedule, type Due, type Scheduled } from "../../../src/engine/loop/tick-schedule.js";

/** What a schedule reports. */
export interface Heard<T> {
  onDue(instant: number, due: readonly Due<T>[]): void;
  onSetBack?(by: number, until: number): void;
}

/** A tick schedule in a loop that waits on the clock, as live. */
export function scheduleOn<T extends Scheduled>(clock: Clock, heard: Heard<T>) {
  const loop = new Loop(clock);
  const schedule = new TickSchedule<T>({ onSetBack: () => undefined, ...heard });
  loop.add(schedule, true);
  loop.waitOnClock();
  return {
    loop,
    add(...tasks: readonly T[]): void {
      schedule.add(clock.now(), ...tasks);
      loop.changed();
    },
    nextRun: (task: T) => schedule.nextRun(task),
    stop(): void {
      schedule.stop();
      loop.stop();
    },
  };
}
