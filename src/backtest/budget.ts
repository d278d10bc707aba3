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

/** A limit, and which operations count against it. */
interface Counted {
  readonly window: LimitWindow;
  readonly counts: readonly boolean[];
}

/**
 * What a run would have asked of the service, against its rate limits: strict sliding windows, counted by the instant.
 * Nothing waits for them: a run that would have broken one says so.
 */
export class RateBudget {
  readonly #clock: Clock;
  readonly #limits: readonly RateLimit[];
  readonly #shared: readonly Counted[];
  /** Of single operations, in the order in which these were asked for first. */
  readonly #each: Counted[] = [];
  readonly #known: boolean[] = NAMES.map(() => false);
  /** What was asked for and is not in the windows yet: when, how often, which operation. */
  readonly #times = new Float64Array(KEPT);
  readonly #requests = new Float64Array(KEPT);
  readonly #operations = new Uint8Array(KEPT);
  #kept = 0;
  #instant = Number.NaN;
  #operation = 0;
  #count = 0;

  constructor(clock: Clock, limits: readonly RateLimit[]) {
    this.#clock = clock;
    this.#limits = limits;
    this.#shared = limits
      .filter(({ scope }) => scope !== "each")
      .map((limit) => {
        const counts = NAMES.map((name) => limit.scope === "all" || limit.scope === OPERATIONS[name]);
        return { window: new LimitWindow(limit), counts };
      });
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
      let least: number | null = null;
      for (const { window } of this.#shared)
        if (window.limit.scope === scope) least = Math.min(least ?? Infinity, window.left(now));
      return least;
    };
    return { trade: left("trade"), price: left("price"), account: left("account"), all: left("all") };
  }

  /** Of each limit that was broken the first time, in the order of the times; and at how many instants each was. */
  breaches(): { readonly first: readonly LimitBreach[]; readonly counts: readonly number[] } {
    this.#settle();
    const broken = [...this.#shared, ...this.#each]
      .flatMap(({ window: { limit, firstBreach, breaches } }) => {
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
    this.#requests[this.#kept] = this.#count;
    this.#operations[this.#kept] = this.#operation;
    this.#count = 0;
    if (++this.#kept === KEPT) this.#settle();
  }

  /** Takes everything that was kept into the windows. */
  #settle(): void {
    this.#keep();
    if (this.#kept === 0) return;
    const density = this.#density();
    for (const counted of this.#shared) this.#take(counted, density);
    for (const counted of this.#each) this.#take(counted, density);
    this.#kept = 0;
  }

  /** The most that was asked for at one instant, and the least time between two. Meets operations that are new. */
  #density(): Density {
    const [times, requests, operations] = [this.#times, this.#requests, this.#operations];
    let [most, gap, together, last] = [0, Infinity, 0, -Infinity];
    for (let i = 0; i < this.#kept; i++) {
      if (this.#known[operations[i] as number] === false) this.#meet(operations[i] as number);
      const at = times[i] as number;
      if (at === last) together += requests[i] as number;
      else {
        gap = Math.min(gap, at - last);
        together = requests[i] as number;
        last = at;
      }
      most = Math.max(most, together);
    }
    return { most, gap };
  }

  #meet(operation: number): void {
    this.#known[operation] = true;
    const counts = NAMES.map((_name, i) => i === operation);
    for (const limit of this.#limits)
      if (limit.scope === "each") this.#each.push({ window: new LimitWindow(limit), counts });
  }

  /** Of what was asked for so seldom that the limit cannot have been reached only the end matters to the window. */
  #take({ window, counts }: Counted, { most, gap }: Density): void {
    const [times, requests, operations] = [this.#times, this.#requests, this.#operations];
    const { windowMs } = window.limit;
    let from = 0;
    if (window.mayHold(times[0] as number, most * (Math.floor(windowMs / gap) + 1))) {
      const until = (times[this.#kept - 1] as number) - windowMs;
      from = this.#kept - 1;
      while (from > 0 && (times[from - 1] as number) > until) from--;
    }
    for (let i = from; i < this.#kept; i++)
      if (counts[operations[i] as number] === true) window.add(times[i] as number, requests[i] as number);
  }
}

/** How closely requests follow one another. */
interface Density {
  /** At one instant. */
  readonly most: number;
  /** Milliseconds between two instants, at least. */
  readonly gap: number;
}
