import type { Cancel, Clock } from "../../core/time/clock.js";
import { isPromise, type MaybePromise } from "../../core/maybe.js";

/** A job that runs every so often, at multiples of its period, never twice at once. */
export interface Periodic {
  /** Runs it now as well, unless it is running. */
  poke(): void;
  /** The same; where it is running it runs once more after that. */
  pokeAfter(): void;
  stop(): void;
}

/**
 * @param period milliseconds of the clock; `Infinity`: only when poked
 * @param run must not throw or reject: what can go wrong is its own affair
 */
export function periodic(clock: Clock, period: number, run: () => MaybePromise<void>): Periodic {
  let stopped = false;
  let running = false;
  let again = false;
  let cancel: Cancel = () => {};
  const arm = (): void => {
    if (stopped || !Number.isFinite(period)) return;
    cancel = clock.at((Math.floor(clock.now() / period) + 1) * period, poke);
  };
  const done = (): void => {
    running = false;
    cancel();
    if (!again) {
      arm();
      return;
    }
    again = false;
    poke();
  };
  const poke = (): void => {
    if (running || stopped) return;
    running = true;
    const result = run();
    if (isPromise(result)) void result.then(done);
    else done();
  };
  arm();
  return {
    poke,
    pokeAfter() {
      again = running;
      poke();
    },
    stop() {
      stopped = true;
      cancel();
    },
  };
}
