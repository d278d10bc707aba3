import type { Clock } from "../core/clock.js";
import type { RateLimit, RateScope } from "../model/rules.js";
import type { Venue } from "../model/venue.js";
import { LimitWindow } from "./limit-window.js";
import type { LimitBreach } from "./result.js";

/** What the reads of a venue are to the service, and which limits each counts against beside `all`. */
const OPERATIONS = {
  price: "price",
  tokenInfo: "price",
  quote: "trade",
  execute: "trade",
  balances: "account",
  portfolio: "account",
  trades: "account",
  profile: "account",
  status: null,
  rules: null,
  leaderboard: null,
  upcoming: null,
} as const satisfies Record<string, RateScope | null>;
export type CountedRead = keyof typeof OPERATIONS;

interface Counter {
  readonly windows: readonly LimitWindow[];
  /** Of the instant that is being counted. */
  pending: number;
}

/**
 * What a run would have asked of the service, against its rate limits: strict sliding windows, counted by the instant.
 * Nothing waits for them: a run that would have broken one says so.
 */
export class RateBudget {
  readonly #clock: Clock;
  readonly #windows: readonly LimitWindow[];
  readonly #each: LimitWindow[] = [];
  readonly #counters = new Map<CountedRead, Counter>();
  readonly #eachLimits: readonly RateLimit[];
  #instant = Number.NaN;
  #dirty = false;

  constructor(clock: Clock, limits: readonly RateLimit[]) {
    this.#clock = clock;
    this.#eachLimits = limits.filter(({ scope }) => scope === "each");
    this.#windows = limits.filter(({ scope }) => scope !== "each").map((limit) => new LimitWindow(limit));
  }

  /** One request. */
  spend(read: CountedRead): void {
    const now = this.#clock.now();
    if (now !== this.#instant) {
      this.#settle();
      this.#instant = now;
    }
    this.#dirty = true;
    (this.#counters.get(read) ?? this.#count(read)).pending++;
  }

  /** As `Venue.limitsLeft`: what may be asked for now, by scope; null where nothing limits. */
  left(): ReturnType<Venue["limitsLeft"]> {
    this.#settle();
    return {
      trade: this.#left("trade"),
      price: this.#left("price"),
      account: this.#left("account"),
      all: this.#left("all"),
    };
  }

  /** Of each limit that was broken the first time, in the order of the times; and how often, in words. */
  breaches(): { readonly first: readonly LimitBreach[]; readonly counts: readonly number[] } {
    this.#settle();
    const broken = [...this.#windows, ...this.#each]
      .flatMap(({ limit, firstBreach, breaches }) => {
        if (firstBreach === null) return [];
        const { scope, count, windowMs: window } = limit;
        return [{ first: { ...firstBreach, scope, limit: count, window }, breaches }];
      })
      .sort((a, b) => a.first.at - b.first.at);
    return { first: broken.map(({ first }) => first), counts: broken.map(({ breaches }) => breaches) };
  }

  #left(scope: RateScope): number | null {
    let least: number | null = null;
    for (const window of this.#windows) {
      if (window.limit.scope !== scope) continue;
      const left = window.left(this.#clock.now());
      least = least === null ? left : Math.min(least, left);
    }
    return least;
  }

  /** Takes what was counted at the last instant into the windows. */
  #settle(): void {
    if (!this.#dirty) return;
    this.#dirty = false;
    for (const window of this.#windows) {
      let requests = 0;
      for (const [read, { pending }] of this.#counters)
        if (window.limit.scope === "all" || OPERATIONS[read] === window.limit.scope) requests += pending;
      if (requests > 0) window.add(this.#instant, requests);
    }
    for (const counter of this.#counters.values()) {
      if (counter.pending > 0) for (const window of counter.windows) window.add(this.#instant, counter.pending);
      counter.pending = 0;
    }
  }

  #count(read: CountedRead): Counter {
    const windows = this.#eachLimits.map((limit) => new LimitWindow(limit));
    this.#each.push(...windows);
    const counter = { windows, pending: 0 };
    this.#counters.set(read, counter);
    return counter;
  }
}
