import type { Clock } from "../../../src/core/time/clock.js";
import { isPromise, type MaybePromise } from "../../../src/core/maybe.js";
import { Limiter } from "../../../src/gateway/limits/limiter.js";
import type { Countable } from "../../../src/gateway/limits/meters.js";
import type { Purpose } from "../../../src/gateway/limits/room.js";
import type { Slot } from "../../../src/gateway/limits/slot.js";
import type { RateLimit, RateScope } from "../../../src/model/rules.js";
import { keysOf } from "./windows.js";

export interface WatchOptions {
  readonly truth: Clock;
  readonly limits: () => readonly RateLimit[];
  /** Percent of the trade, account and all limits that reads must leave alone; null: not judged. */
  readonly reservePercent: number | null;
  readonly deadlineMs: number;
}

const LONGEST_WINDOW = 4_000_000;

/** What was seen of one limiter. */
interface Seen {
  /** What trades hold, by what counts it: when each ends to count at the latest, unknown while it is under way. */
  readonly held: Map<string, { until: number }[]>;
  /** Trades' requests that wait, by operation, and when a read was first given a slot before them. */
  readonly waiting: Map<string, Set<{ readonly asked: number; passed: number | null }>>;
  /** By scope: until when a 429 forbids it. */
  readonly forbidden: Map<RateScope, number>;
}

/**
 * Watches every limiter as it is asked and as it gives slots, which the server cannot see: that what trades need waits for
 * other trades alone, and that nothing is sent while a 429 forbids it.
 */
export class WatchedLimiter {
  readonly violations: string[] = [];
  readonly #seen = new WeakMap<Limiter, Seen>();
  readonly #real = { take: Limiter.prototype.take, punish: Limiter.prototype.punish };

  constructor(private readonly options: WatchOptions) {
    const { take, punish } = this.#real;
    const taken = (...args: Parameters<WatchedLimiter["taken"]>): MaybePromise<Slot> => this.taken(...args);
    const forbid = (limiter: Limiter, scope: RateScope, ms: number): void => {
      this.#of(limiter).forbidden.set(scope, options.truth.now() + ms);
    };
    Limiter.prototype.take = function (operation, purpose, signal) {
      return taken(this, operation, purpose, take.call(this, operation, purpose, signal));
    };
    Limiter.prototype.punish = function (operation, hints, serviceNow) {
      const seconds = Number(hints.retryAfter);
      if (seconds > 0) forbid(this, operation.scopes[0] ?? "all", seconds * 999);
      return punish.call(this, operation, hints, serviceNow);
    };
  }

  restore(): void {
    Object.assign(Limiter.prototype, this.#real);
  }

  #of(limiter: Limiter): Seen {
    let seen = this.#seen.get(limiter);
    if (seen === undefined)
      this.#seen.set(limiter, (seen = { held: new Map(), waiting: new Map(), forbidden: new Map() }));
    return seen;
  }

  /** A slot was asked for; gives what the limiter gives. */
  taken(limiter: Limiter, operation: Countable, purpose: Purpose, taken: MaybePromise<Slot>): MaybePromise<Slot> {
    const seen = this.#of(limiter);
    if (!isPromise(taken)) return this.#given(seen, operation, purpose, taken);
    const asked = this.options.truth.now();
    const needless = purpose === "trade" && !this.#mustWait(seen, operation);
    const waited = (): void => {
      // Who came with a deadline that was over is refused at once.
      if (needless && this.options.truth.now() > asked)
        this.violations.push(
          `a trade's ${operation.id} had to wait although other trades had left what is kept for them`,
        );
    };
    const wait = { asked, passed: null as number | null };
    const line = seen.waiting.get(operation.id) ?? new Set();
    if (purpose === "trade") seen.waiting.set(operation.id, line.add(wait));
    return taken.then(
      (slot) => {
        line.delete(wait);
        waited();
        // Of slots found at one instant bottleneck may hand on the read's first.
        if (wait.passed !== null && wait.passed < this.options.truth.now())
          this.violations.push(`a read of ${operation.id} went before a trade's that waited`);
        return this.#given(seen, operation, purpose, slot);
      },
      (error: unknown) => {
        line.delete(wait);
        waited();
        throw error;
      },
    );
  }

  #given(seen: Seen, { id, scopes }: Countable, purpose: Purpose, slot: Slot): Slot {
    const now = this.options.truth.now();
    const until = seen.forbidden.get(scopes[0] ?? "all") ?? -Infinity;
    if (now < until) this.violations.push(`${id} was sent ${until - now} ms before the 429 of its scope was over`);
    if (purpose === "read") {
      // A slot that is handed on at the instant at which the trade asked may have been found before it did.
      for (const wait of seen.waiting.get(id) ?? []) if (now > wait.asked) wait.passed ??= now;
      return slot;
    }
    const entries = keysOf(id, scopes).map(([key]) => {
      const entry = { until: Infinity };
      const still = (seen.held.get(key) ?? []).filter(({ until: end }) => end > now - LONGEST_WINDOW);
      seen.held.set(key, [...still, entry]);
      return entry;
    });
    const end = (at: number): void => entries.forEach((entry) => (entry.until = at));
    return {
      answered: () => {
        end(this.options.truth.now());
        slot.answered();
      },
      lost: () => {
        end(now + 2 * this.options.deadlineMs + 2_000);
        slot.lost();
      },
      unused: () => {
        end(-Infinity);
        slot.unused();
      },
    };
  }

  /** Whether a trade's request may find no room: where trades hold all that is kept for them, of one limit at least. */
  #mustWait(seen: Seen, { id, scopes }: Countable): boolean {
    const { limits, reservePercent, truth } = this.options;
    if (reservePercent === null) return true;
    const now = truth.now();
    for (const [key, scope] of keysOf(id, scopes))
      for (const limit of limits()) {
        if (limit.scope !== scope) continue;
        const held = (seen.held.get(key) ?? []).filter(({ until }) => until > now - limit.windowMs * 1.01 - 10);
        const kept = scope === "price" ? 0 : Math.min(limit.count - 1, Math.ceil((limit.count * reservePercent) / 100));
        // Of a limit of one there is nothing to keep.
        if (held.length >= kept && scope !== "price") return true;
      }
    return false;
  }
}
