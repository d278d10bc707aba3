import { neverScheduled } from "../../strategy/bind/never-scheduled.js";
import type { StrategyRun } from "../tick/strategy-run.js";
import type { EngineContext } from "../context.js";

/** Tells of strategies whose next run lies after the competition's end: of each end that is heard of once. */
export class NeverScheduled {
  #told: number | null = null;

  constructor(
    private readonly context: Pick<EngineContext, "note" | "ports">,
    private readonly runs: readonly StrategyRun[],
  ) {}

  /** @param endAt when the competition ends, epoch milliseconds; null: that is not known */
  check(endAt: number | null): void {
    if (endAt === null || endAt === this.#told) return;
    this.#told = endAt;
    const { note, ports } = this.context;
    for (const { name, bound, lastTick, busy } of this.runs) {
      // One that has run has done something, be it seldom.
      if (busy || !Number.isNaN(lastTick)) continue;
      const never = neverScheduled(bound, ports.clock.now(), endAt);
      if (never === null) continue;
      note("warn", "never-due", `${name} will not run: ${never.text}. ${never.remedy}`, { strategy: name });
    }
  }
}
