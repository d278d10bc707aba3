import { iso } from "../../core/time/utc.js";
import type { RecordedTick } from "../../journal/index.js";
import type { Cause } from "./report.js";

/** The strategies of a run whose last tick failed: they may have been disabled then, and have no further tick. */
export class Disabled {
  readonly #failed = new Map<string, string>();

  /** Takes in a tick of the run; null: it has none then. */
  take(tick: RecordedTick | null): void {
    for (const { strategy, status, error } of tick?.strategies ?? [])
      if (status === "failed") this.#failed.set(strategy, `${iso(tick?.at ?? 0)}: ${error ?? ""}`);
      else this.#failed.delete(strategy);
  }

  /** Why the run has no tick of a strategy that the other one has; `first`: the other one is the first. */
  missing(strategy: string, first: boolean): Cause {
    const failed = this.#failed.get(strategy);
    const has = { first, second: !first };
    const text = `only the ${first ? "first" : "second"} run has this tick`;
    if (failed === undefined) return { kind: "timing", text, ...has };
    return { kind: "code", text: `${text}: its last run in the other one failed, at ${failed}`, ...has };
  }
}
