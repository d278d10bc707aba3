import { silentLog } from "../../core/log.js";
import { systemClock } from "../../core/time/system-clock.js";
import { endNow } from "../process/end-now.js";
import { keepAlive } from "../process/lifeline.js";
import type { Progress } from "../process/progress.js";
import { onSignals } from "../process/signals.js";
import { standardError } from "../process/standard-error.js";
import type { RunningStrategy } from "../process/running-strategy.js";

/** Milliseconds of the machine after which a process whose thread is stuck ends itself: until then it hears no signal. */
const STUCK_AFTER = 30_000;

const WATCHED = {
  what: "backtest",
  advice: "Check your strategies for an endless loop. Nothing of this run was saved.",
};

/** What watches over a long backtest: signals to stop, progress, and a lifeline that ends a stuck process. */
export interface Watchdog {
  /** Aborts at the first signal to stop; a second one ends the process at once. */
  readonly signal: AbortSignal;
  readonly progress: Progress;
  /** Strategies run from here on: one that does not come back has the process end itself. */
  strategiesBegin(): void;
  /** To be called now and then. */
  alive(): void;
  /** No strategy runs any more: nothing can be stuck, however long the rest takes. */
  strategiesDone(): void;
  close(): void;
}

/**
 * Attends a piece of work. While strategies run a process that is stuck ends itself, with a message that names the strategy
 * whose code it is in. Until `alive` is called for the first time a signal ends the process as it always does: code that is
 * stuck before then hears none.
 */
export function startWatchdog(progress: Progress, running: RunningStrategy, stuckAfter = STUCK_AFTER): Watchdog {
  const controller = new AbortController();
  let release: (() => void) | null = null;
  let unwatch: (() => void) | null = null;
  const onSignal = (signal: NodeJS.Signals, count: number): void => {
    if (count > 1) endNow();
    standardError().write(`\n${signal}: saving the result so far; repeat the signal to exit at once\n`);
    controller.abort(new Error(`stopped by ${signal}`));
  };
  return {
    signal: controller.signal,
    progress,
    strategiesBegin() {
      unwatch ??= keepAlive(systemClock, stuckAfter, silentLog, { ...WATCHED, running });
    },
    alive() {
      release ??= onSignals(onSignal);
    },
    strategiesDone: () => unwatch?.(),
    close() {
      progress.end();
      release?.();
      unwatch?.();
    },
  };
}
