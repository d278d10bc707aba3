import type { Task } from "./loop.js";

/** A task that runs once, at a moment that may be changed. */
export class Once implements Task {
  /** Epoch milliseconds; Infinity: it does not run. */
  due = Infinity;

  constructor(private readonly work: () => void) {}

  run(): void {
    this.due = Infinity;
    this.work();
  }

  /** As long after the change as it would have been without it: a doubtful status must not wait until the old time comes again. */
  setBack(_now: number, by: number): void {
    this.due -= by;
  }
}
