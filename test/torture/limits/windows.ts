import type { RateLimit, RateScope } from "../../../src/model/rules.js";
import type { Operation } from "../../../src/contract/index.js";

/** What reached the server within one window's length, in the order of arrival. */
class Window {
  readonly #arrivals: { readonly at: number; readonly epoch: number }[] = [];
  #first = 0;
  /** How many of the window that ends now were admitted under the limits of each epoch, oldest first. */
  readonly counts: number[] = [];

  constructor(
    readonly scope: RateScope,
    readonly windowMs: number,
  ) {}

  /** Counts one that arrives now. */
  add(at: number, epoch: number): void {
    this.#arrivals.push({ at, epoch });
    while (this.counts.length <= epoch) this.counts.push(0);
    this.counts[epoch] = (this.counts[epoch] as number) + 1;
    for (let first = this.#oldest(); first.at <= at - this.windowMs; first = this.#oldest()) {
      this.counts[first.epoch] = (this.counts[first.epoch] as number) - 1;
      this.#first++;
    }
    if (this.#first > 4_096) this.#first -= this.#arrivals.splice(0, this.#first).length;
  }

  #oldest(): { readonly at: number; readonly epoch: number } {
    return this.#arrivals[this.#first] as { at: number; epoch: number };
  }
}

/**
 * The judge: it stands at the server, sees when each request arrives and nothing else, and keeps every limit by windows
 * that may begin anywhere. What was admitted under earlier limits is no fault of the later ones: of the requests in a
 * window, those that were admitted up to an epoch must not be more than that epoch allowed, if it admitted any of them.
 */
export class WindowJudge {
  /** By epoch: what each limit allows, by scope and window. */
  readonly #allowed: Map<string, number>[] = [];
  readonly #lengths = new Map<RateScope, Set<number>>();
  readonly #windows = new Map<string, Window[]>();
  readonly violations: string[] = [];
  /** Windows that were looked at: each arrival ends one of every limit that counts it. */
  looked = 0;
  arrivals = 0;
  /** Arrivals by what counts them (`all`, `trade`, `each:getPrice` …). */
  readonly counted = new Map<string, number>();

  /** Of the limits that hold now. */
  get epoch(): number {
    return this.#allowed.length - 1;
  }

  setLimits(limits: readonly RateLimit[]): void {
    this.#allowed.push(new Map(limits.map(({ scope, windowMs, count }) => [`${scope} ${windowMs}`, count])));
    for (const { scope, windowMs } of limits)
      this.#lengths.set(scope, (this.#lengths.get(scope) ?? new Set()).add(windowMs));
  }

  /** @param epoch of the limits that held when it was sent */
  arrived({ id, scopes }: Pick<Operation, "id" | "scopes">, at: number, epoch: number): void {
    this.arrivals++;
    for (const [key, scope] of keysOf(id, scopes)) {
      this.counted.set(key, (this.counted.get(key) ?? 0) + 1);
      for (const window of this.#of(key, scope)) {
        window.add(at, epoch);
        this.#judge(key, window, at);
      }
    }
  }

  #judge(key: string, { scope, windowMs, counts }: Window, at: number): void {
    this.looked++;
    let sum = 0;
    for (let epoch = 0; epoch < counts.length; epoch++) {
      const count = counts[epoch] as number;
      if (count === 0) continue;
      sum += count;
      const allowed = this.#allowed[epoch]?.get(`${scope} ${windowMs}`) ?? Infinity;
      if (sum > allowed)
        this.violations.push(`${sum} requests of ${key} within ${windowMs} ms, where ${allowed} are allowed, at ${at}`);
    }
  }

  #of(key: string, scope: RateScope): readonly Window[] {
    const lengths = this.#lengths.get(scope) ?? new Set<number>();
    let windows = this.#windows.get(key);
    if (windows?.length !== lengths.size) {
      const known = windows ?? [];
      const more = [...lengths].filter((length) => known.every(({ windowMs }) => windowMs !== length));
      windows = [...known, ...more.map((length) => new Window(scope, length))];
      this.#windows.set(key, windows);
    }
    return windows;
  }
}

/** What counts an operation: by name, and the scope of its limits. */
export function keysOf(id: string, scopes: readonly RateScope[]): [string, RateScope][] {
  return [...scopes.map((scope): [string, RateScope] => [scope, scope]), ["all", "all"], [`each:${id}`, "each"]];
}
