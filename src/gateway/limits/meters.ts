import { HOUR } from "../../core/time/duration.js";
import type { RateScope } from "../../model/rules.js";
import { tradesNeed } from "./settings.js";
import { RequestLog } from "./request-log.js";

/** A kind of request, as limits see it. Operations without scopes and `counted: false` (health) are limited by nothing. */
export interface Countable {
  readonly id: string;
  readonly scopes: readonly RateScope[];
}

export interface Meter {
  readonly scope: RateScope;
  readonly spent: RequestLog;
  /** Whether what it counts is something that trades need: of these limits their reserve is kept. */
  readonly reserved: boolean;
}

/** What was spent, by scope (and for `each` by operation). Limits only look at it: changing them forgets nothing. */
export class Meters {
  readonly #all = new Map<string, Meter>();
  readonly #ofOperation = new Map<string, readonly Meter[]>();
  #retain = HOUR;

  /** The meters that count an operation: those of its scopes, `all`, and its own for `each`. */
  of(operation: Countable): readonly Meter[] {
    let meters = this.#ofOperation.get(operation.id);
    if (meters === undefined) {
      meters = [
        ...operation.scopes.map((scope) => this.ofScope(scope)),
        this.ofScope("all"),
        this.#meter(`each:${operation.id}`, "each", tradesNeed(operation.scopes)),
      ];
      this.#ofOperation.set(operation.id, meters);
    }
    return meters;
  }

  /** The meter of a scope other than `each`. */
  ofScope(scope: RateScope): Meter {
    return this.#meter(scope, scope, tradesNeed([scope]));
  }

  /** Makes sure that ends are kept for this long, milliseconds; at least an hour. */
  retain(ms: number): void {
    this.#retain = Math.max(this.#retain, ms);
  }

  get retained(): number {
    return this.#retain;
  }

  prune(now: number): void {
    for (const { spent } of this.#all.values()) spent.prune(now - this.#retain);
  }

  clamp(latest: number): void {
    for (const { spent } of this.#all.values()) spent.clamp(latest);
  }

  #meter(key: string, scope: RateScope, reserved: boolean): Meter {
    let meter = this.#all.get(key);
    if (meter === undefined) {
      meter = { scope, spent: new RequestLog(), reserved };
      this.#all.set(key, meter);
    }
    return meter;
  }
}
