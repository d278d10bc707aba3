import type { Clock } from "../../core/time/clock.js";
import type { LimitsLeft } from "../../model/limits-left.js";
import type { RateLimit, RateScope } from "../../model/rules.js";
import type { LimitBreach } from "../limit-breach.js";
import { LimitWindow } from "./limit-window.js";

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

/** Rows that are kept before they go into the windows: in one go that is cheap. */
const KEPT = 1_024;

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
  /** What was asked for and is not in the windows yet, in the order of time. */
  readonly #rows: Row[] = [];
  #kept = 0;
  /** The last of them; null where there is none. */
  #row: Row | null = null;
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

  /** What counts one operation. */
  counter(read: CountedRead): RequestCounter {
    return new RequestCounter(this, NAMES.indexOf(read));
  }

  /** Requests of an operation, by its number, now. */
  add(operation: number, requests: number): void {
    const now = this.#clock.now();
    if (now === this.#instant && operation === this.#operation) {
      this.#count += requests;
      return;
    }
    if (this.#count > 0) this.#keep();
    this.#instant = now;
    this.#operation = operation;
    this.#count = requests;
  }

  /** As `Venue.limitsLeft`: what may be asked for now, by scope; null where nothing limits. A request of a scope counts for `all` too. */
  left(): LimitsLeft {
    this.#settle();
    const now = this.#clock.now();
    const left = { trade: Infinity, price: Infinity, account: Infinity, all: Infinity, each: Infinity };
    for (const { window } of this.#shared) {
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
    this.#settle();
    return [...this.#shared, ...this.#each]
      .flatMap(({ window: { limit, firstBreach, breaches: times } }) => {
        if (firstBreach === null) return [];
        const { scope, count, windowMs: window } = limit;
        return [{ ...firstBreach, scope, limit: count, window, times }];
      })
      .sort((a, b) => a.at - b.at);
  }

  #keep(): void {
    if (this.#row === null || !this.#row.goesOn(this.#instant, this.#count, this.#operation)) this.#keepApart();
  }

  #keepApart(): void {
    const row = (this.#rows[this.#kept] ??= new Row());
    row.begin(this.#instant, this.#count, this.#operation);
    this.#row = row;
    if (++this.#kept === KEPT) this.#takeAll();
  }

  /** Takes everything into the windows. */
  #settle(): void {
    if (this.#count > 0) this.#keep();
    this.#count = 0;
    if (this.#kept > 0) this.#takeAll();
  }

  #takeAll(): void {
    const density = this.#density();
    for (const counted of this.#shared) this.#take(counted, density);
    for (const counted of this.#each) this.#take(counted, density);
    this.#kept = 0;
    this.#row = null;
  }

  /** The most that was asked for at one instant, and the least time between two. Meets operations that are new. */
  #density(): Density {
    let [most, gap, together, before] = [0, Infinity, 0, -Infinity];
    for (let i = 0; i < this.#kept; i++) {
      const { first, last, period, requests, operation } = this.#rows[i] as Row;
      if (this.#known[operation] === false) this.#meet(operation);
      if (first === before) together += requests;
      else {
        gap = Math.min(gap, first - before);
        together = requests;
      }
      most = Math.max(most, together);
      if (last > first) {
        gap = Math.min(gap, period);
        together = requests;
      }
      before = last;
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
    const rows = this.#rows;
    const { windowMs } = window.limit;
    let from = 0;
    let until = -Infinity;
    if (window.mayHold((rows[0] as Row).first, most * (Math.floor(windowMs / gap) + 1))) {
      until = (rows[this.#kept - 1] as Row).last - windowMs;
      from = this.#kept - 1;
      while (from > 0 && (rows[from - 1] as Row).last > until) from--;
    }
    for (let i = from; i < this.#kept; i++) {
      const row = rows[i] as Row;
      if (counts[row.operation] === true) row.addTo(window, until);
    }
  }
}

/** Counts the requests of one operation. */
export class RequestCounter {
  readonly #budget: RateBudget;
  readonly #operation: number = 0;

  constructor(budget: RateBudget, operation: number) {
    this.#budget = budget;
    this.#operation = operation;
  }

  add(requests = 1): void {
    this.#budget.add(this.#operation, requests);
  }
}

/** Requests of one operation at instants that are evenly spaced, as many at each: nearly all that is asked for. */
class Row {
  first = 0;
  last = 0;
  /** Milliseconds between two of them; 0 where there is one only. */
  period = 0;
  requests = 0;
  operation = 0;

  begin(at: number, requests: number, operation: number): void {
    this.first = at;
    this.last = at;
    this.period = 0;
    this.requests = requests;
    this.operation = operation;
  }

  /** Whether what was asked for at another instant, not before the last, is one more of them; then it counts as such. */
  goesOn(at: number, requests: number, operation: number): boolean {
    if (operation !== this.operation || requests !== this.requests) return false;
    if (this.period === 0) return this.#second(at);
    if (at !== this.last + this.period) return false;
    this.last = at;
    return true;
  }

  /** Sums of parts of milliseconds might not come out even. */
  #second(at: number): boolean {
    if (!Number.isInteger(this.last) || !Number.isInteger(at)) return false;
    this.period = at - this.last;
    this.last = at;
    return true;
  }

  /** Those after `until`, into a window. */
  addTo(window: LimitWindow, until: number): void {
    const { first, last, period, requests } = this;
    if (period === 0) {
      window.add(first, requests);
      return;
    }
    const passed = until < first ? 0 : Math.floor((until - first) / period) + 1;
    for (let at = first + passed * period; at <= last; at += period) window.add(at, requests);
  }
}

/** How closely requests follow one another. */
interface Density {
  /** At one instant. */
  readonly most: number;
  /** Milliseconds between two instants, at least. */
  readonly gap: number;
}
