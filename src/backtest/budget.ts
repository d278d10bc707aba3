import type { Clock } from "../core/clock.js";
import type { RateLimit, RateScope } from "../model/rules.js";
import type { Venue } from "../model/venue.js";
import { LimitWindow } from "./limit-window.js";
import type { LimitBreach } from "./result.js";

/** What is asked of a venue, and the scope that it counts against beside its own endpoint's and `all`. */
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

const NAMES = Object.keys(OPERATIONS) as CountedRead[];

/** Entries that are kept before they go into the windows: in one go that is cheap. */
const KEPT = 4_096;

/**
 * What a run would have asked of the service, against its rate limits: strict sliding windows, counted by the instant.
 * Nothing waits for them: a run that would have broken one says so.
 */
export class RateBudget {
  readonly #clock: Clock;
  readonly #limits: readonly RateLimit[];
  readonly #windows: readonly LimitWindow[];
  readonly #each: LimitWindow[] = [];
  /** By operation; made when it is asked for first. */
  readonly #windowsOf: (readonly LimitWindow[] | null)[] = NAMES.map(() => null);
  /** Instants, and what was asked for then: how often × 16 + which operation. */
  readonly #times = new Float64Array(KEPT);
  readonly #asked = new Float64Array(KEPT);
  #kept = 0;
  #instant = Number.NaN;
  #operation = 0;
  #count = 0;

  constructor(clock: Clock, limits: readonly RateLimit[]) {
    this.#clock = clock;
    this.#limits = limits;
    this.#windows = limits.filter(({ scope }) => scope !== "each").map((limit) => new LimitWindow(limit));
  }

  /** A counter of one operation: each call is a request, or so many. */
  counter(read: CountedRead): (requests?: number) => void {
    const operation = NAMES.indexOf(read);
    return (requests = 1) => {
      const now = this.#clock.now();
      if (now === this.#instant && operation === this.#operation) {
        this.#count += requests;
        return;
      }
      this.#keep();
      this.#instant = now;
      this.#operation = operation;
      this.#count = requests;
    };
  }

  /** As `Venue.limitsLeft`: what may be asked for now, by scope; null where nothing limits. */
  left(): ReturnType<Venue["limitsLeft"]> {
    this.#settle();
    const now = this.#clock.now();
    const left = (scope: RateScope): number | null => {
      const all = this.#windows.filter(({ limit }) => limit.scope === scope).map((window) => window.left(now));
      return all.length === 0 ? null : Math.min(...all);
    };
    return { trade: left("trade"), price: left("price"), account: left("account"), all: left("all") };
  }

  /** Of each limit that was broken the first time, in the order of the times; and at how many instants each was. */
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

  #keep(): void {
    if (this.#count === 0) return;
    this.#times[this.#kept] = this.#instant;
    this.#asked[this.#kept] = this.#count * 16 + this.#operation;
    this.#count = 0;
    if (++this.#kept === KEPT) this.#settle();
  }

  /** Takes everything that was kept into the windows. */
  #settle(): void {
    this.#keep();
    const kept = this.#kept;
    this.#kept = 0;
    for (let i = 0; i < kept; i++) {
      const asked = this.#asked[i] as number;
      const windows = this.#of(asked % 16);
      for (const window of windows) window.add(this.#times[i] as number, Math.floor(asked / 16));
    }
  }

  #of(operation: number): readonly LimitWindow[] {
    const known = this.#windowsOf[operation];
    if (known !== null && known !== undefined) return known;
    const own = this.#limits.filter(({ scope }) => scope === "each").map((limit) => new LimitWindow(limit));
    this.#each.push(...own);
    const scope = OPERATIONS[NAMES[operation] as CountedRead];
    const shared = this.#windows.filter(({ limit }) => limit.scope === "all" || limit.scope === scope);
    return (this.#windowsOf[operation] = [...own, ...shared]);
  }
}
