import { CORRECTION_MS, timerOn, type Clock, type Timer } from "../../core/time/clock.js";
import { addTo } from "../../core/grouped.js";
import type { Cadence } from "../../strategy/bind/schedule.js";

/** Something that is due at the instants of its cadences. */
export interface Task {
  readonly cadences: readonly Cadence[];
}

export interface Due<T> {
  readonly task: T;
  /** Which of its cadences fired, in their order. */
  readonly names: readonly string[];
  /** Earlier instants that passed without a run: the machine slept, or the process was busy. */
  readonly missed: number;
  /** The first of them, epoch milliseconds; Infinity where there is none. */
  readonly missedSince: number;
}

/** A task that woke up late: its latest instant, and what it missed. */
interface Late {
  instant: number;
  readonly names: string[];
  missed: number;
  missedSince: number;
}

/** Who is told of tasks that are due. */
export interface DueTaker<T> {
  /** Gives whether nothing of it is under way any more when it returns: then nobody needs to be waited for before the next. */
  onDue(instant: number, due: readonly Due<T>[]): boolean;
  /** The clock was set back by so many milliseconds: nothing is due before it shows `until` (epoch milliseconds). */
  onSetBack(by: number, until: number): void;
}

/** Counting what was missed by croner costs 45 µs an instant: it stops here. */
const MOST_COUNTED = 1_000;

interface Entry<T> {
  readonly task: T;
  readonly cadence: Cadence;
  /** Its next instant; Infinity where there is none. */
  next: number;
  /** Milliseconds between its instants where they are evenly spaced, else 0. */
  readonly period: number;
  /** What it says where nothing else is to be said: it alone fired, nothing was missed. */
  readonly plain: Due<T>;
}

/** Entries that share their next instant and their period, and with that every instant to come. */
interface Step<T> {
  next: number;
  readonly period: number;
  /** All of them. */
  readonly due: readonly Due<T>[];
}

/**
 * Says when tasks are due: the cadences say when that is, the clock waits. Tasks that are due at one
 * instant are told of together, in the order in which they were given. After a late wake-up only the
 * latest instant of a task is told of; the earlier ones count as missed. Time never runs back for the tasks: on a clock
 * that was set back they wait until it shows again what it has shown.
 */
export class Scheduler<T extends Task> {
  readonly #clock: Clock;
  readonly #entries: Entry<T>[] = [];
  readonly #taker: DueTaker<T>;
  readonly #timer: Timer;
  /** Who is due, for one firing. */
  readonly #found: Due<T>[] = [];
  #lastDue: readonly Due<T>[] = [];
  /** Where all go in one step, of which no entry knows; null where they do not. */
  #step: Step<T> | null = null;
  #stopped = false;

  constructor(clock: Clock, taker: DueTaker<T>) {
    this.#clock = clock;
    this.#taker = taker;
    this.#timer = timerOn(clock, () => this.#fire());
  }

  /** Adds tasks; their first instant is the first one after now. */
  add(...tasks: readonly T[]): void {
    this.#part();
    const now = this.#clock.now();
    for (const task of tasks)
      for (const cadence of task.cadences) {
        const names = Object.freeze([cadence.name]);
        const plain: Due<T> = Object.freeze({ task, names, missed: 0, missedSince: Infinity });
        const period = cadence.period ?? 0;
        this.#entries.push({ task, cadence, next: cadence.next(now) ?? Infinity, period, plain });
      }
    this.#arm();
  }

  /**
   * What was under way is over, and nothing else is: on a clock that somebody moves the next instant follows at once,
   * where the clock lets it.
   */
  goOn(): void {
    if (this.#timer.take?.() === true) this.#fire();
  }

  /**
   * Takes the next step without being told of it: for the taker, once nothing of what it was told of is under way. The
   * clock shows the next instant then, and the same are due. False where something else comes first.
   */
  takeNextStep(): boolean {
    const step = this.#step;
    if (step === null || this.#timer.take?.() !== true) return false;
    step.next += step.period;
    this.#timer.arm(step.next);
    return true;
  }

  /** No task is due any more. */
  stop(): void {
    this.#stopped = true;
    this.#part();
    this.#timer.clear();
  }

  /** When a task is due next, or null. */
  nextRun(task: T): number | null {
    if (this.#step !== null) return this.#entries.some((entry) => entry.task === task) ? this.#step.next : null;
    const least = earliest(this.#entries.filter((entry) => entry.task === task));
    return least === Infinity ? null : least;
  }

  #arm(): void {
    if (this.#stopped) return;
    const at = earliest(this.#entries);
    if (at < Infinity) this.#timer.arm(at);
  }

  #fire(): void {
    while (this.#tell() && this.#timer.take?.() === true);
  }

  /** Tells of those that are due; gives whether nothing is under way. Where all go in one step nothing is searched. */
  #tell(): boolean {
    const step = this.#step;
    const now = this.#clock.now();
    if (step === null || step.next !== now) return this.#tellApart();
    step.next = now + step.period;
    this.#timer.arm(step.next);
    return this.#taker.onDue(now, step.due);
  }

  #tellApart(): boolean {
    this.#part();
    const now = this.#clock.now();
    const due = this.#punctual(now);
    if (due === null) {
      this.#late(now);
      return false;
    }
    if (due.length > 0) return this.#taker.onDue(now, due);
    this.#early(now);
    return true;
  }

  /** The timer fired, and the clock does not show what it was set to. */
  #early(now: number): void {
    const until = earliest(this.#entries);
    if (until < Infinity && until - now > CORRECTION_MS) this.#taker.onSetBack(until - now, until);
  }

  /** From here on each entry goes by itself. */
  #part(): void {
    const step = this.#step;
    if (step === null) return;
    for (const entry of this.#entries) entry.next = step.next;
    this.#step = null;
  }

  /**
   * Those that are due now, where there is nothing more to it: each at this very instant, by one of its
   * cadences, evenly spaced. Their next instants are set, and the timer. The same list for the same ones, for they come
   * again and again. Null where it is not so simple; then nothing is changed.
   */
  #punctual(now: number): readonly Due<T>[] | null {
    const entries = this.#entries;
    let count = 0;
    let task: T | null = null;
    for (let i = 0; i < entries.length; i++) {
      const entry = entries[i] as Entry<T>;
      if (entry.next > now) continue;
      if (entry.next < now || entry.period === 0 || entry.task === task) return null;
      task = entry.task;
      count++;
    }
    const due = this.#advanced(now, count);
    this.#arm();
    const period = this.#entries[0]?.period ?? 0;
    if (count > 0 && count === this.#entries.length && this.#entries.every((entry) => entry.period === period))
      this.#step = { next: now + period, period, due };
    return due;
  }

  #advanced(now: number, count: number): readonly Due<T>[] {
    const last = this.#lastDue;
    let same = last.length === count;
    let found = 0;
    for (let i = 0; i < this.#entries.length; i++) {
      const entry = this.#entries[i] as Entry<T>;
      if (entry.next > now) continue;
      entry.next = now + entry.period;
      if (same && last[found] !== entry.plain) same = false;
      this.#found[found++] = entry.plain;
    }
    if (!same) this.#lastDue = this.#found.slice(0, count);
    return this.#lastDue;
  }

  #late(now: number): void {
    const byTask = new Map<T, Late>();
    for (const entry of this.#entries) {
      if (entry.next > now) continue;
      const first = entry.next;
      const { instant, missed } = advance(entry, now);
      const missedSince = missed > 0 ? first : Infinity;
      const known = byTask.get(entry.task);
      if (known === undefined) byTask.set(entry.task, { instant, names: [entry.cadence.name], missed, missedSince });
      else {
        known.instant = Math.max(known.instant, instant);
        known.names.push(entry.cadence.name);
        known.missed += missed;
        known.missedSince = Math.min(known.missedSince, missedSince);
      }
    }
    this.#arm();
    for (const [instant, due] of grouped(byTask)) if (!this.#stopped) this.#taker.onDue(instant, due);
  }
}

/** Infinity where there is none. */
function earliest(entries: readonly { readonly next: number }[]): number {
  let least = Infinity;
  for (let i = 0; i < entries.length; i++) {
    const { next } = entries[i] as { readonly next: number };
    if (next < least) least = next;
  }
  return least;
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

function grouped<T>(byTask: ReadonlyMap<T, Late>): [instant: number, due: Due<T>[]][] {
  const groups = new Map<number, Due<T>[]>();
  for (const [task, { instant, ...late }] of byTask) addTo(groups, instant, { task, ...late });
  return [...groups].sort(([a], [b]) => a - b);
}
