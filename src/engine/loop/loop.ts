import { CORRECTION_MS, type Cancel, type Clock } from "../../core/time/clock.js";

/** Something that the loop runs whenever it is due. */
export interface Task {
  /** When it is due next, epoch milliseconds; Infinity while nothing is to be run. */
  readonly due: number;
  /**
   * Runs what is due at `now` or before. Must not throw, and must leave `due` after `now`; what it begins may end later.
   */
  run(now: number): void;
  /** The clock was set back by so many milliseconds and shows `now`. */
  setBack?(now: number, by: number): void;
}

/**
 * The one loop of an engine: it knows which tasks are due when. It can be asked for the next instant and told to run it,
 * as a backtest's driver does; or it waits on the clock between instants, as live. Tasks that are due together run
 * in the order in which they were added.
 */
export class Loop {
  readonly #clock: Clock;
  #tasks: readonly Task[] = [];
  /** Those of them that run last. */
  #lastTasks: readonly Task[] = [];
  #waits = false;
  /** What the clock was asked to wait for; Infinity: nothing. */
  #waitsFor = Infinity;
  #cancel: Cancel = () => {};
  #stopped = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The next instant at which a task is due, epoch milliseconds; Infinity where there is none. */
  next(): number {
    if (this.#stopped) return Infinity;
    let next = Infinity;
    for (const { due } of this.#tasks) if (due < next) next = due;
    return next;
  }

  /** Runs every task that is due by now. */
  run(): void {
    const now = this.#clock.now();
    for (const task of this.#tasks) if (task.due <= now && !this.#stopped) task.run(now);
    this.changed();
  }

  /** @param last whether it runs after the other tasks of an instant, those that are added later too */
  add(task: Task, last = false): void {
    const first = this.#tasks.slice(0, this.#tasks.length - this.#lastTasks.length);
    if (last) this.#lastTasks = [...this.#lastTasks, task];
    else first.push(task);
    this.#tasks = [...first, ...this.#lastTasks];
    this.changed();
  }

  /** To be called when a task's `due` has changed outside its run. */
  changed(): void {
    if (!this.#waits) return;
    const next = this.next();
    if (next === this.#waitsFor) return;
    this.#cancel();
    this.#waitsFor = next;
    if (next < Infinity) this.#cancel = this.#clock.at(next, () => this.#wake(next));
  }

  /** From now on each instant runs by itself once the clock shows it. */
  waitOnClock(): void {
    this.#waits = true;
    this.changed();
  }

  /** No task runs any more. */
  stop(): void {
    this.#stopped = true;
    this.#cancel();
  }

  #wake(instant: number): void {
    this.#waitsFor = Infinity;
    const now = this.#clock.now();
    // The time that was to pass has passed: only a clock that was set back shows less.
    if (instant - now > CORRECTION_MS) for (const task of this.#tasks) task.setBack?.(now, instant - now);
    this.run();
  }
}
