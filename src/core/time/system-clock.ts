import { readFileSync } from "node:fs";
import { CORRECTION_MS, type Cancel, type Clock } from "./clock.js";

/** setTimeout overflows past this many milliseconds (2^31 - 1) and would fire at once. */
const LONGEST_TIMER = 2_147_483_647;

/**
 * Timers count neither the time that the machine sleeps nor what its clock is set forward: a longer wait looks at the clock
 * again in between, so that neither makes it late by more than this. Milliseconds.
 */
const LONGEST_STEP = 60_000;

/** The machine's clock. With the seeded random's seed source, the only place that reads ambient time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  at(at, run) {
    const left = at - Date.now();
    return left > LONGEST_STEP ? inSteps(at, run) : soon(at, left, run);
  },
};

/** A timer counts whole milliseconds of another clock, and may fire a moment before this one shows `at`. */
function soon(at: number, left: number, run: () => void): Cancel {
  let timer: NodeJS.Timeout;
  const arm = (ms: number): void => {
    timer = setTimeout(() => {
      const early = at - Date.now();
      // On a clock that was set back it fires early: the time that was to pass has passed.
      if (early > 0 && early <= CORRECTION_MS) arm(early);
      else run();
    }, ms);
  };
  arm(Math.max(0, left));
  return () => clearTimeout(timer);
}

function inSteps(at: number, run: () => void): Cancel {
  const passed = performance.now() + at - Date.now();
  let cancel: Cancel;
  const arm = (): void => {
    const left = Math.min(at - Date.now(), Math.ceil(passed - performance.now()));
    if (left <= LONGEST_STEP) {
      cancel = soon(at, left, run);
      return;
    }
    const timer = setTimeout(arm, LONGEST_STEP);
    cancel = () => clearTimeout(timer);
  };
  arm();
  return () => cancel();
}

/** Milliseconds of a clock that only ever goes forward, from an arbitrary origin: for measuring how long something took. */
export function monotonic(): number {
  return performance.now();
}

/**
 * A clock that shows `origin` now and runs `speed` times as fast as the machine's monotonic clock.
 * Used under `--speed`, by the embedded service and by a bot beside it.
 *
 * @param options.speed seconds of this clock per second of the machine, above 0
 * @param options.origin what it shows at this moment, epoch milliseconds
 */
export function scaledClock(options: { speed: number; origin: number }): Clock & { readonly speed: number } {
  const started = performance.now();
  const { speed, origin } = options;
  return fastClock(speed, () => Math.floor(origin + (performance.now() - started) * speed));
}

/** Shows the machine's time, and goes on by itself from now on: nobody can set it. For deadlines. */
export function unsetClock(): Clock {
  return scaledClock({ speed: 1, origin: Date.now() });
}

/**
 * The machine's monotonic clock, `speed` times as fast: milliseconds since a moment that all processes of the machine
 * share, usually when it booted. Nobody can set it. While the machine sleeps it may stand still.
 */
export function machineClock(speed = 1): Clock {
  return fastClock(speed, () => {
    const [seconds, nanoseconds] = process.hrtime();
    return Math.floor((seconds * 1_000 + nanoseconds / 1e6) * speed);
  });
}

/** Names the start of the machine since which `machineClock` runs; "0" where the system has no name for it. */
export function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "latin1").slice(0, 8);
  } catch {
    return "0";
  }
}

function fastClock(speed: number, now: () => number): Clock & { readonly speed: number } {
  return {
    speed,
    now,
    at(at, run): Cancel {
      let timer: NodeJS.Timeout;
      const arm = (): void => {
        const left = (at - now()) / speed;
        if (left > LONGEST_TIMER) timer = setTimeout(arm, LONGEST_TIMER);
        // A timer may fire a fraction early; on a fast clock that is many milliseconds, so it arms itself again.
        else timer = setTimeout(() => (now() >= at ? run() : arm()), Math.max(0, Math.ceil(left)));
      };
      arm();
      return () => clearTimeout(timer);
    },
  };
}

/** Resolves when everything that could go on without waiting has, and what the operating system has to say was heard. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
