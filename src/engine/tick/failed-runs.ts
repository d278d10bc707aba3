import { iso } from "../../core/time/utc.js";
import { detailsOf } from "../../strategy/thrown.js";
import type { Notes } from "../notes.js";
import type { StrategyRun } from "./strategy-run.js";

/** What counting failed runs needs. */
interface FailedRunsPorts {
  readonly note: Notes;
  /** Failed runs in a row that a strategy is forgiven: the next one disables it. */
  readonly retries: number;
  /** A strategy was disabled. */
  readonly onDisabled: () => void;
}

/** Counts and reports the failed runs of strategies, and disables a strategy that fails too often in a row. */
export class FailedRuns {
  readonly #ports: FailedRunsPorts;

  constructor(ports: FailedRunsPorts) {
    this.#ports = ports;
  }

  /**
   * Takes in a failed run.
   *
   * @param at its instant, epoch milliseconds
   * @param failure what was thrown
   * @param why the same as a text
   */
  add(run: StrategyRun, at: number, failure: unknown, why: string): void {
    const { note, retries, onDisabled } = this.#ports;
    const { remedy, stack } = detailsOf(failure);
    const inARow = ++run.failedInARow;
    run.failedRuns++;
    run.lastFailure = why;
    const data = { strategy: run.name, failedInARow: inARow, stack };
    if (inARow <= retries) {
      const advice = remedy === "" ? "Fix the strategy, then start the bot again." : remedy;
      const text = `${run.name} failed at its run of ${iso(at)}, failure ${inARow} in a row (${retries + 1} disable it): ${why}`;
      note("warn", "run-failed", text, { ...data, remedy: advice });
      return;
    }
    run.disabled = { at, why, remedy };
    const after = inARow === 1 ? "" : `, failure ${inARow} in a row`;
    const text = `${run.name} was disabled at its run of ${iso(at)}${after}; it makes no further decisions: ${why}`;
    const advice = remedy === "" ? "Fix the strategy, then start the bot again: it tries the strategy anew." : remedy;
    note("error", "strategy-disabled", text, { ...data, remedy: advice });
    onDisabled();
  }
}
