import { WAITING } from "../../model/intent.js";
import type { OpenIntents, Tracked } from "../open-intents.js";
import type { Cause } from "../outcomes.js";

/** The parts of divided trades: one that failed says that the rest would, or that the strategy must decide anew. */
export class Siblings {
  readonly #open: OpenIntents;
  readonly #drop: (tracked: Tracked, cause: Cause) => void;
  /** Divided trades whose parts are being dropped. */
  readonly #falling = new Set<string>();

  /** @param drop drops one that waits */
  constructor(open: OpenIntents, drop: (tracked: Tracked, cause: Cause) => void) {
    this.#open = open;
    this.#drop = drop;
  }

  /** Drops the other parts of the trade of which this one failed. */
  failed({ intent, state }: Tracked, { code, reason }: Cause): void {
    // What goes down with the part that failed takes nothing further: each part names that one.
    if (intent.parent === null || this.#falling.has(intent.parent)) return;
    this.#falling.add(intent.parent);
    for (const other of this.#open.in(WAITING))
      if (other.intent.parent === intent.parent)
        this.#drop(other, {
          code: code === "WITHDRAWN" ? code : "PART_FAILED",
          reason: `another part of the trade, ${intent.id}, is ${state}: ${reason} (${code})`,
        });
    this.#falling.delete(intent.parent);
  }
}
