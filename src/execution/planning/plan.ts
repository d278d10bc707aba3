import type { Intent } from "../../model/intent.js";
import type { VerdictRecord } from "../../model/journal.js";
import type { Outcome } from "../../model/outcome.js";
import type { TargetOrder } from "./target-order.js";

/** An intent, or a part of a target, that a newer decision takes back before it was sent. */
export interface Withdrawal {
  readonly intent: string;
  readonly reason: string;
}

/**
 * What becomes of one strategy's decisions. `verdicts`, `intents` and `outcomes` are for the journal's
 * tick; once that is on disk, the whole plan goes to `Executor.enqueue`.
 */
export interface Plan {
  readonly verdicts: readonly VerdictRecord[];
  readonly intents: readonly Intent[];
  /** What is known at once: refused, cut. */
  readonly outcomes: readonly Outcome[];
  readonly withdrawals: readonly Withdrawal[];
  /** Targets that go on after each fill. */
  readonly targets: readonly TargetOrder[];
  /** Older targets of which something was taken back, with the tokens (null: everything). */
  readonly released: readonly {
    readonly order: TargetOrder;
    readonly tokens: readonly string[] | null;
  }[];
  /** Decision → the strategy's own id of it. */
  readonly ids: ReadonlyMap<number, string>;
}
