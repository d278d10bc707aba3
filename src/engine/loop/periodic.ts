import type { Clock } from "../../core/time/clock.js";
import { isPromise, type MaybePromise } from "../../core/maybe.js";
import type { Loop, Task } from "./loop.js";

/** A task that runs at multiples of its period, never twice at once. */
export class Periodic implements Task {
  /** Its next multiple; Infinity while it runs, and once it was stopped. */
  due = Infinity;
  readonly #loop: Loop;
  readonly #clock: Clock;
  readonly #period: number;
  readonly #work: () => MaybePromise<void>;
  #stopped = false;
  #running = false;
  #again = false;

  /**
   * @param period milliseconds of the clock; `Infinity`: it runs only when `runNow` is called
   * @param work must not throw or reject
   */
  constructor(loop: Loop, clock: Clock, period: number, work: () => MaybePromise<void>) {
    this.#loop = loop;
    this.#clock = clock;
    this.#period = period;
    this.#work = work;
    this.#schedule(clock.now());
    loop.add(this);
  }

  run(): void {
    this.runNow();
  }

  /** By the new time, instead of once the clock shows again what it has shown. */
  setBack(now: number): void {
    if (!this.#running) this.#schedule(now);
  }

  /** Runs it, unless it is running. */
  runNow(): void {
    if (this.#running || this.#stopped) return;
    this.#running = true;
    this.due = Infinity;
    const result = this.#work();
    if (isPromise(result)) void result.then(() => this.#done());
    else this.#done();
  }

  /** Runs it; where it is running, once more after that. */
  runAfter(): void {
    this.#again = this.#running;
    this.runNow();
  }

  stop(): void {
    this.#stopped = true;
    this.due = Infinity;
  }

  #done(): void {
    this.#running = false;
    if (this.#again) {
      this.#again = false;
      this.runNow();
      return;
    }
    this.#schedule(this.#clock.now());
    this.#loop.changed();
  }

  #schedule(now: number): void {
    if (this.#stopped || !Number.isFinite(this.#period)) return;
    this.due = (Math.floor(now / this.#period) + 1) * this.#period;
  }
}
