import type { Cancel, Clock } from "../core/clock.js";
import type { Cadence } from "../strategy/schedule.js";

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
}

/** Counting what was missed by croner costs 45 µs an instant: it stops here. */
const MOST_COUNTED = 1_000;

interface Entry<T> {
  readonly task: T;
  readonly cadence: Cadence;
  next: number | null;
}

/**
 * Says when tasks are due: the cadences say when that is, the clock waits. Tasks that are due at one
 * instant are told of together, in the order in which they were given. After a late wake-up only the
 * latest instant of a task is told of; the earlier ones count as missed.
 */
export class Scheduler<T extends Task> {
  readonly #clock: Clock;
  readonly #entries: Entry<T>[] = [];
  readonly #onDue: (instant: number, due: readonly Due<T>[]) => void;
  #cancel: Cancel = () => {};
  #stopped = false;

  constructor(clock: Clock, onDue: (instant: number, due: readonly Due<T>[]) => void) {
    this.#clock = clock;
    this.#onDue = onDue;
  }

  /** Adds tasks; their first instant is the first one after now. */
  add(...tasks: readonly T[]): void {
    const now = this.#clock.now();
    for (const task of tasks)
      for (const cadence of task.cadences) this.#entries.push({ task, cadence, next: cadence.next(now) });
    this.#arm();
  }

  /** No task is due any more. */
  stop(): void {
    this.#stopped = true;
    this.#cancel();
  }

  /** When a task is due next, or null. */
  nextRun(task: T): number | null {
    return earliest(this.#entries.filter((entry) => entry.task === task));
  }

  #arm(): void {
    this.#cancel();
    if (this.#stopped) return;
    const at = earliest(this.#entries);
    if (at !== null) this.#cancel = this.#clock.at(at, () => this.#fire());
  }

  #fire(): void {
    const now = this.#clock.now();
    const byTask = new Map<T, { instant: number; names: string[]; missed: number }>();
    for (const entry of this.#entries) {
      if (entry.next === null || entry.next > now) continue;
      const { instant, missed } = advance(entry, now);
      const known = byTask.get(entry.task);
      if (known === undefined) byTask.set(entry.task, { instant, names: [entry.cadence.name], missed });
      else {
        known.instant = Math.max(known.instant, instant);
        known.names.push(entry.cadence.name);
        known.missed += missed;
      }
    }
    this.#arm();
    for (const [instant, due] of grouped(byTask)) if (!this.#stopped) this.#onDue(instant, due);
  }
}

function earliest(entries: readonly { readonly next: number | null }[]): number | null {
  let least = Infinity;
  for (const { next } of entries) if (next !== null && next < least) least = next;
  return least === Infinity ? null : least;
}

/** Moves an entry past now; gives its latest instant up to now. */
function advance(entry: Entry<unknown>, now: number): { instant: number; missed: number } {
  const { cadence } = entry;
  let instant = entry.next as number;
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
      entry.next = next;
      return { instant, missed };
    }
    instant = next;
    missed++;
  }
}

function grouped<T>(
  byTask: ReadonlyMap<T, { instant: number; names: string[]; missed: number }>,
): [instant: number, due: Due<T>[]][] {
  const groups = new Map<number, Due<T>[]>();
  for (const [task, { instant, names, missed }] of byTask) {
    const group = groups.get(instant);
    const due = { task, names, missed };
    if (group === undefined) groups.set(instant, [due]);
    else group.push(due);
  }
  return [...groups].sort(([a], [b]) => a - b);
}
