import type { Clock } from "../../core/time/clock.js";
import type { LimitsLeft } from "../../model/limits-left.js";
import type { RateLimit } from "../../model/rules.js";
import { EXECUTE_SCOPE, VENUE_READS, type ReadName } from "../../model/venue.js";
import type { LimitBreach } from "../limit-breach.js";
import { LimitWindow } from "./limit-window.js";

/** What is asked of a venue and counted. */
type Counted = ReadName | "execute";

/**
 * What a run would have asked of the service, against its rate limits: strict sliding windows, counted by the instant.
 * Nothing waits for them: a run that would have broken one says so.
 */
export class RateBudget {
  readonly #clock: Clock;
  readonly #limits: readonly RateLimit[];
  /** Of limits that several operations share. */
  readonly #shared: readonly LimitWindow[];
  /** The windows of each operation, in the order in which these were asked for first. */
  readonly #windows = new Map<Counted, readonly LimitWindow[]>();

  constructor(clock: Clock, limits: readonly RateLimit[]) {
    this.#clock = clock;
    this.#limits = limits;
    this.#shared = limits.filter(({ scope }) => scope !== "each").map((limit) => new LimitWindow(limit));
  }

  /** Counts requests of an operation, now. */
  add(operation: Counted, requests = 1): void {
    const now = this.#clock.now();
    for (const window of this.#windowsOf(operation)) window.add(now, requests);
  }

  /** As `Venue.limitsLeft`: what may be asked for now, by scope; null where nothing limits. A request of a scope counts for `all` too. */
  left(): LimitsLeft {
    const now = this.#clock.now();
    const left = { trade: Infinity, price: Infinity, account: Infinity, all: Infinity, each: Infinity };
    for (const window of this.#shared) {
      const { scope } = window.limit;
      left[scope] = Math.min(left[scope], window.left(now));
    }
    const known = (requests: number): number | null => {
      const least = Math.min(requests, left.all);
      return least === Infinity ? null : least;
    };
    return { trade: known(left.trade), price: known(left.price), account: known(left.account), all: known(left.all) };
  }

  /** Each limit that was broken, in the order of the first times. */
  breaches(): readonly LimitBreach[] {
    const each = [...this.#windows.values()].flat().filter(({ limit }) => limit.scope === "each");
    return [...this.#shared, ...each]
      .flatMap(({ limit, firstBreach, breaches: times }) => {
        if (firstBreach === null) return [];
        const { scope, count, windowMs: window } = limit;
        return [{ ...firstBreach, scope, limit: count, window, times }];
      })
      .sort((a, b) => a.at - b.at);
  }

  #windowsOf(operation: Counted): readonly LimitWindow[] {
    const known = this.#windows.get(operation);
    if (known !== undefined) return known;
    const scope = operation === "execute" ? EXECUTE_SCOPE : VENUE_READS[operation].scope;
    const shared = this.#shared.filter(({ limit }) => limit.scope === "all" || limit.scope === scope);
    const own = this.#limits.filter((limit) => limit.scope === "each").map((limit) => new LimitWindow(limit));
    const windows = [...shared, ...own];
    this.#windows.set(operation, windows);
    return windows;
  }
}
