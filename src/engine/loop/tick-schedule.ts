import { addTo } from "../../core/grouped.js";
import type { Cadence } from "../../strategy/bind/schedule.js";
import type { Task } from "./loop.js";

/** Something that runs at the instants of its cadences: a strategy, or the sampling of prices. */
export interface Scheduled {
  readonly cadences: readonly Cadence[];
}

/** A run that is due. */
export interface Due<T> {
  readonly task: T;
  /** Which of its cadences fired, in their order. */
  readonly names: readonly string[];
  /** Earlier instants that passed without a run: the machine slept, or the process was busy. */
  readonly missed: number;
  /** The first of them, epoch milliseconds; Infinity where there is none. */
  readonly missedSince: number;
}

interface TickScheduleEvents<T> {
  /** Runs are due together, in the order in which their tasks were given. Must not throw. */
  onDue(instant: number, due: readonly Due<T>[]): void;
  /** The clock was set back by so many milliseconds: nothing is due before it shows `until` (epoch milliseconds). */
  onSetBack(by: number, until: number): void;
}

/** Instants that are counted one by one: croner takes 45 µs for each. */
const MOST_COUNTED = 1_000;

interface Entry<T> {
  readonly task: T;
  readonly cadence: Cadence;
  /** Its next instant; Infinity where there is none. */
  next: number;
  /** What is due if it alone fires, and on time. */
  readonly onTime: Due<T>;
}

/** A run whose instants have passed. */
interface Late<T> {
  readonly task: T;
  /** The latest of them. */
  instant: number;
  readonly names: string[];
  missed: number;
  missedSince: number;
}

/**
 * The instants of all schedules, as a task of the loop. Runs that are due at one instant are one tick. After a late
 * wake-up only the latest instant of a run is due; the earlier ones count as missed. Time never runs back for the
 * runs: on a clock that was set back they wait until it shows again what it has shown.
 */
export class TickSchedule<T extends Scheduled> implements Task {
  due = Infinity;
  readonly #events: TickScheduleEvents<T>;
  readonly #entries: Entry<T>[] = [];
  #stopped = false;

  constructor(events: TickScheduleEvents<T>) {
    this.#events = events;
  }

  /** Adds tasks; their first instant is the first one after `now`. The loop has to be told that this has changed. */
  add(now: number, ...tasks: readonly T[]): void {
    for (const task of tasks)
      for (const cadence of task.cadences) {
        const onTime = Object.freeze({ task, names: Object.freeze([cadence.name]), missed: 0, missedSince: Infinity });
        this.#entries.push({ task, cadence, next: cadence.next(now) ?? Infinity, onTime });
      }
    this.#setDue();
  }

  run(now: number): void {
    const fired = this.#entries.filter(({ next }) => next <= now);
    if (fired.every((entry, i) => isOnTime(entry, now, fired[i - 1]))) {
      for (const entry of fired) advance(entry, now);
      this.#setDue();
      this.#events.onDue(
        now,
        fired.map(({ onTime }) => onTime),
      );
      return;
    }
    const late = lateRuns(fired, now);
    this.#setDue();
    for (const [instant, due] of late) if (!this.#stopped) this.#events.onDue(instant, due);
  }

  setBack(_now: number, by: number): void {
    if (this.due < Infinity) this.#events.onSetBack(by, this.due);
  }

  /** Nothing is due any more. */
  stop(): void {
    this.#stopped = true;
    this.#setDue();
  }

  /** When a task is due next, or null. */
  nextRun(task: T): number | null {
    const next = Math.min(...this.#entries.filter((entry) => entry.task === task).map((entry) => entry.next));
    return next === Infinity ? null : next;
  }

  #setDue(): void {
    let due = Infinity;
    if (!this.#stopped) for (const { next } of this.#entries) if (next < due) due = next;
    this.due = due;
  }
}

/** Whether an entry fires at this very instant, and no other cadence of its task does. */
function isOnTime<T>(entry: Entry<T>, now: number, before: Entry<T> | undefined): boolean {
  return entry.next === now && entry.task !== before?.task;
}

/** Moves late entries past `now`; gives the runs by their instant, the earliest first. */
function lateRuns<T>(fired: readonly Entry<T>[], now: number): [instant: number, due: Due<T>[]][] {
  const byTask = new Map<T, Late<T>>();
  for (const entry of fired) {
    const { task } = entry;
    const first = entry.next;
    const { instant, missed } = advance(entry, now);
    const missedSince = missed > 0 ? first : Infinity;
    const known = byTask.get(task);
    if (known === undefined) byTask.set(task, { task, instant, names: [entry.cadence.name], missed, missedSince });
    else {
      known.instant = Math.max(known.instant, instant);
      known.names.push(entry.cadence.name);
      known.missed += missed;
      known.missedSince = Math.min(known.missedSince, missedSince);
    }
  }
  const groups = new Map<number, Due<T>[]>();
  for (const { instant, ...due } of byTask.values()) addTo(groups, instant, due);
  return [...groups].sort(([a], [b]) => a - b);
}

/** Moves an entry past now; gives its latest instant up to now. */
function advance(entry: Entry<unknown>, now: number): { instant: number; missed: number } {
  const { cadence } = entry;
  let instant = entry.next;
  let missed = 0;
  if (cadence.period !== null) {
    missed = Math.floor((now - instant) / cadence.period);
    instant += missed * cadence.period;
    entry.next = instant + cadence.period;
    return { instant, missed };
  }
  for (;;) {
    const next = missed < MOST_COUNTED ? cadence.next(instant) : cadence.next(now);
    if (next === null || next > now) {
      entry.next = next ?? Infinity;
      return { instant, missed };
    }
    instant = next;
    missed++;
  }
}
